import { script, servePage, style } from '../site.mjs';
import { versionOf } from './servers.mjs';

export const monaco = {
  name: 'monaco-editor',
  version: versionOf('monaco-editor'),
  start: () =>
    servePage({
      title: 'Code',
      head: script('monaco-editor/min/vs/loader.js'),
      body: `<h1>Code</h1><div id="editor" style="height: 400px; border: 1px solid"></div><script>
        require.config({ paths: { vs: '/npm/monaco-editor/min/vs' } });
        require(['vs/editor/editor.main'], () => {
          window.editor = monaco.editor.create(document.getElementById('editor'), {
            value: 'const total = 1;\\nprint(total);\\n', language: 'javascript', ariaLabel: 'main.js',
          });
        });</script>`,
    }),
  tasks: [
    {
      title: 'replace the text',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.type(/^textbox "main.js"/, 'const answer = 42;', { clearFirst: true });
        await agent.sees(/answer = 42/);
      },
      truth: async ({ page }) => [await page.evaluate(() => window.editor.getValue()), 'const answer = 42;'],
    },
    {
      title: 'add a line at the end',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_press', {
          key: 'Control+End',
          ref: await agent.need(/^textbox "main.js"/),
        });
        await agent.call('browser_type', { text: 'done();' });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.editor.getValue()),
        'const total = 1;\nprint(total);\ndone();',
      ],
    },
    {
      title: 'find and replace all',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_press', { key: 'Control+H', ref: await agent.need(/^textbox "main.js"/) });
        await agent.fill([
          [/^textbox "Find"/, 'total'],
          [/^textbox "Replace"/, 'sum'],
        ]);
        await agent.click(/^button "Replace All/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.editor.getValue()),
        'const sum = 1;\nprint(sum);\n',
      ],
    },
  ],
};

export const quill = {
  name: 'quill',
  version: versionOf('quill'),
  start: () =>
    servePage({
      title: 'Letter',
      head: style('quill/dist/quill.snow.css') + script('quill/dist/quill.js'),
      body: `<h1>Letter</h1><div id="editor" style="height: 200px"><p>Dear Ada,</p><p>thank you.</p></div><script>
        window.quill = new Quill('#editor', { theme: 'snow', placeholder: 'Write here',
          modules: { toolbar: [[{ header: [1, 2, false] }], ['bold', 'italic', 'link'], [{ list: 'ordered' }, { list: 'bullet' }]] } });</script>`,
    }),
  tasks: [
    {
      title: 'write a heading in bold letters',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.batch(
          ['browser_press', { key: 'Control+A', ref: await agent.need(/^textbox/) }],
          ['browser_press', { key: 'Control+B' }],
        );
        await agent.click(/^button "Normal"/);
        await agent.click(/^(button|option|clickable|menuitem|\S+) "Heading 1"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.querySelector('.ql-editor').innerHTML),
        '<h1><strong>Dear Ada,</strong></h1><h1><strong>thank you.</strong></h1>',
      ],
    },
    {
      title: 'make a word a link',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.batch(
          ['browser_press', { key: 'Control+End', ref: await agent.need(/^textbox/) }],
          ['browser_press', { key: 'Shift+Home' }],
        );
        await agent.click(/^button "link"/);
        await agent.type(/^textbox .*(link|https|URL|quilljs)/i, 'https://example.com/', {
          clearFirst: true,
          submit: true,
        });
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.querySelector('.ql-editor a')?.outerHTML),
        /href="https:\/\/example.com\/".*>thank you\.</,
      ],
    },
  ],
};

export const tinymce = {
  name: 'tinymce',
  version: versionOf('tinymce'),
  start: () =>
    servePage({
      title: 'Article',
      head: script('tinymce/tinymce.min.js'),
      body: `<h1>Article</h1><textarea id="editor"><p>First words.</p></textarea><script>
        tinymce.init({ selector: '#editor', license_key: 'gpl', plugins: 'link lists table', promotion: false, height: 360,
          menubar: 'edit insert format table', toolbar: 'undo redo | blocks | bold italic | link bullist' });</script>`,
    }),
  tasks: [
    {
      title: 'write and set in bold',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.type(/^textbox "Rich Text Area"/, 'Other words', { clearFirst: true });
        await agent.batch(
          ['browser_press', { key: 'Control+A', ref: await agent.need(/^textbox "Rich Text Area"/) }],
          ['browser_click', { ref: await agent.need(/^button "Bold"/) }],
        );
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.tinymce.activeEditor.getContent()),
        '<p><strong>Other words</strong></p>',
      ],
    },
    {
      title: 'insert a link with its dialog',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "Insert\/edit link"/);
        await agent.fill([
          [/^(textbox|combobox) "URL"/, 'https://example.com/'],
          [/^textbox "Text to display"/, 'an example'],
        ]);
        await agent.click(/^button "Save"/);
        await agent.sees(/an example/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.tinymce.activeEditor.getContent()),
        /<a href="https:\/\/example.com\/">an example<\/a>/,
      ],
    },
    {
      title: 'make a heading from the menu',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "Block Paragraph"/);
        await agent.click(/^\S+ "Heading 2"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => window.tinymce.activeEditor.getContent()),
        '<h2>First words.</h2>',
      ],
    },
  ],
};
