import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, useBrowser } from './agent.js';

const bench = useBrowser();
const readShape = z.object({ content: z.string() });

const sentence = 'The barrier kept the water out of the old town on Saturday night, the mayor said.';
const dark = '<div style="background:#123;color:#fff;padding:9px">';
const overlay = 'position:absolute;left:0;top:0;width:100%;height:100%';
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#123"/></svg>',
)}`;

function styled(style: string): string {
  return `<p style="${style}">SECRET order</p>`;
}

function inShadow(html: string): string {
  return `<x-host></x-host><script>
    document.querySelector('x-host').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(html)};
  </script>`;
}

/** Three elements with equal trees, of which the last has an attribute of its own. */
function ofEqual(tree: string, own: string, page = '', light = ''): string {
  const card = (attribute: string, text: string) =>
    `<x-card ${attribute} data-text="${text}">${light.replace('TEXT', text)}</x-card>`;
  return `${page}${card('', 'first')}${card('', 'second')}${card(own, 'SECRET order')}<script>
    for (const card of document.querySelectorAll('x-card')) {
      const tree = card.attachShadow({ mode: 'open' });
      tree.innerHTML = ${JSON.stringify(tree)};
      for (const p of tree.querySelectorAll('p')) p.textContent = card.dataset.text;
    }
  </script>`;
}

/** What nobody can see, by how it is hidden. */
const hidden: [string, string][] = [
  ['not displayed', styled('display:none')],
  ['the hidden attribute', '<p hidden>SECRET order</p>'],
  ['hidden until it is found', '<p hidden="until-found">SECRET order</p>'],
  ['not visible', styled('visibility:hidden')],
  [
    'a row that is collapsed',
    `<table><tr style="visibility:collapse"><td>SECRET order</td></tr><tr><td>a</td></tr></table>`,
  ],
  ['in a section that is closed', '<details><summary>More</summary>SECRET order</details>'],
  ['in a dialog that is closed', '<dialog>SECRET order</dialog>'],
  ['in a popover that is closed', '<div popover>SECRET order</div>'],
  ['transparent', styled('opacity:0')],
  ['nearly transparent', styled('opacity:0.01')],
  ['transparent bit by bit', '<div style="opacity:.2"><div style="opacity:.2">SECRET order</div></div>'],
  ['transparent by a filter', styled('filter:opacity(0)')],
  ['transparent by a filter in percent', styled('filter:opacity(1%)')],
  [
    'transparent at the end of an animation',
    `<style>@keyframes out { to { opacity: 0 } }
    .out { animation: out 1ms forwards }</style><p class="out">SECRET order</p>`,
  ],
  ['scaled to nothing', styled('transform:scale(0)')],
  ['scaled to nothing by its own property', styled('scale:0')],
  ['scaled flat', styled('transform:scaleY(0)')],
  ['scaled to a dot', styled('transform:scale(0.01)')],
  ['turned to its edge', styled('transform:rotateX(90deg)')],
  ['seen from behind', styled('backface-visibility:hidden;transform:rotateY(180deg)')],
  ['letters without a size', styled('font-size:0')],
  ['letters of a pixel', styled('font-size:1px')],
  ['zoomed to a dot', styled('zoom:0.02')],
  ['letters on one pile', styled('letter-spacing:-1em;width:max-content')],
  ['no height at most', styled('max-height:0;overflow:hidden')],
  ['no height', styled('height:0;overflow:hidden')],
  ['no width', styled('width:0;overflow:hidden;white-space:nowrap')],
  ['no height, clipped', styled('height:0;overflow:clip')],
  ['a box of a pixel', styled('position:absolute;width:1px;height:1px;overflow:hidden')],
  [
    'a grid row without a height',
    `<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden;min-height:0">SECRET order</div></div>`,
  ],
  ['the old clip', styled('position:absolute;clip:rect(0,0,0,0)')],
  ['an inset to nothing', styled('clip-path:inset(50%)')],
  ['a circle of nothing', styled('clip-path:circle(0)')],
  ['a polygon of nothing', styled('clip-path:polygon(0 0,0 0,0 0)')],
  ['a polygon elsewhere', styled('clip-path:polygon(200% 0,300% 0,300% 100%)')],
  ['a mask that is transparent', styled('mask-image:linear-gradient(transparent,transparent)')],
  ['a mask without a size', styled('mask-image:linear-gradient(#000,#000);mask-size:0 0')],
  ['content that is skipped', styled('content-visibility:hidden')],
  ['no colour', styled('color:transparent')],
  ['no colour to fill with', styled('-webkit-text-fill-color:transparent')],
  ['white on white', styled('color:white')],
  ['nearly white on white', styled('color:#fdfdfd')],
  ['white on white in another notation', styled('color:oklch(1 0 0)')],
  [
    'white on white by a variable',
    '<style>.ink { --ink: #fff; color: var(--ink) }</style><p class="ink">SECRET order</p>',
  ],
  [
    'white on white by a rule in a layer',
    '<style>@layer a { @media all { main .ink { color: #fff } } }</style><p class="ink">SECRET order</p>',
  ],
  [
    'white on white by a nested rule',
    '<style>main { & .ink { color: #fff } }</style><p class="ink">SECRET order</p>',
  ],
  ['white on white by what is around it', '<div style="color:#fff"><p>SECRET <b>order</b></p></div>'],
  ['dark on dark', styled('background:#123;color:#123')],
  [
    'dark on dark of a box around',
    '<div style="background:#123"><p style="color:#112233">SECRET order</p></div>',
  ],
  ['the colour of a gradient', styled('color:#fff;background:linear-gradient(#fff,#fefefe)')],
  ['white after a filter', styled('color:#000;filter:invert(1)')],
  ['mixed into what is below', styled('color:#000;mix-blend-mode:lighten')],
  [
    'white by an attribute of what its tree is in',
    ofEqual('<style>:host([off]) p { color: #fff }</style><p></p>', 'off'),
  ],
  [
    'transparent by an attribute of what its tree is in',
    ofEqual('<style>:host([off]) { opacity: 0 }</style><p></p>', 'off'),
  ],
  [
    'transparent by a class of what its tree is in',
    ofEqual('<style>:host(.off) div { opacity: 0 }</style><div><p></p></div>', 'class="off"'),
  ],
  [
    'white by what is around its tree',
    ofEqual('<style>:host-context(.off) p { color: #fff }</style><p></p>', 'class="off"'),
  ],
  [
    'white by a variable that comes into its tree',
    ofEqual('<style>p { color: var(--ink, #000) }</style><p></p>', 'style="--ink:#fff"'),
  ],
  ['white by a colour that comes into its tree', ofEqual('<p></p>', 'style="color:#fff"')],
  [
    'white as a part of a tree',
    ofEqual('<p part="text"></p>', 'class="off"', '<style>.off::part(text) { color: #fff }</style>'),
  ],
  [
    'white by the tree that has a slot for it',
    ofEqual(
      '<style>:host([off]) ::slotted(b) { color: #fff }</style><slot></slot>',
      'off',
      '',
      '<b>TEXT</b>',
    ),
  ],
  [
    'transparent in a slot, by the page',
    ofEqual('<div><slot></slot></div>', 'off', '<style>[off] b { opacity: 0 }</style>', '<b>TEXT</b>'),
  ],
  [
    'white in a slot, by a class of the page',
    ofEqual('<slot></slot>', 'class="off"', '<style>.off b { color: #fff }</style>', '<b>TEXT</b>'),
  ],
  [
    'on its own colour in a slot, by both',
    ofEqual(
      '<style>:host([off]) div { background: #123 }</style><div><slot></slot></div>',
      'off',
      '<style>b { color: #123 }</style>',
      '<b>TEXT</b>',
    ),
  ],
  [
    'on the colour that comes into its tree, by what that is in',
    ofEqual(
      '<style>:host([off]) p { background: #123 }</style><p></p>',
      'off',
      '<style>x-card { color: #123 }</style>',
    ),
  ],
  [
    'on the colour that it has from around it, by an attribute',
    `<style>.inner[data-off] { background: #123 }</style><div style="color:#123">
      <p class="inner">first</p><p class="inner" data-off>SECRET order</p></div>`,
  ],
  [
    'a colour of its tree on one around that, by an attribute',
    `<style>.row[data-off] { background: #d33 }</style><div class="row"><x-note>first</x-note></div>
      <div class="row" data-off><x-note>SECRET order</x-note></div><script>
      for (const note of document.querySelectorAll('x-note')) {
        const tree = note.attachShadow({ mode: 'open' });
        tree.innerHTML = '<style>p { color: #d33 }</style><p></p>';
        tree.querySelector('p').textContent = note.textContent;
      }</script>`,
  ],
  [
    'white in a slot of a slot',
    ofEqual(
      '<x-in><slot></slot></x-in>',
      'off',
      `<script>customElements.define('x-in', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<style>::slotted(b) { color: #fff }</style><slot></slot>';
        } });</script>`,
      '<b>TEXT</b>',
    ),
  ],
  ['white on white in a shadow tree', inShadow('<style>p { color: #fff }</style><p>SECRET order</p>')],
  [
    'white on white in a slot',
    inShadow('<div style="color:#fff"><slot></slot></div>').replace('</x-host>', 'SECRET order</x-host>'),
  ],
  [
    'a drawing without ink',
    '<svg width="200" height="30"><text y="20" fill="none">SECRET order</text></svg>',
  ],
  ['a drawing in white', '<svg width="200" height="30"><text y="20" fill="#fff">SECRET order</text></svg>'],
  ['left of the page', styled('position:absolute;left:-9999px')],
  ['above the page', styled('position:absolute;top:-9999px')],
  ['indented off the page', styled('text-indent:-9999px')],
  ['moved off the page', styled('transform:translateX(-9999px)')],
  ['off the page by a margin', styled('margin-left:-9999px;width:500px')],
  ['fixed outside of the window', styled('position:fixed;left:200vw;top:0')],
  ['below the box around it', `<div style="background:#fff">${styled('position:relative;z-index:-1')}</div>`],
  ['blurred', styled('filter:blur(20px)')],
  ['dots for letters', styled('-webkit-text-security:disc')],
  ['no colour by a rule', '<style>.ink { color: transparent }</style><p class="ink">SECRET order</p>'],
  [
    'two colours in one rule',
    '<style>.ink { color: #333; -webkit-text-fill-color: #fff }</style><p class="ink">SECRET order</p>',
  ],
  [
    'the first colour there is',
    '<style>.ink { color: initial }</style><div style="background:#000;color:#fff"><p class="ink">SECRET order</p></div>',
  ],
  [
    'one of several, by an attribute',
    '<style>p { color: var(--ink, #222) } p[data-x] { color: #fff }</style><p>Seen</p><p data-x>SECRET order</p>',
  ],
  [
    'one of several, by its number',
    '<style>.n p { color: #222 } .n p:nth-child(2) { opacity: 0 }</style><div class="n"><p>Seen</p><p>SECRET order</p></div>',
  ],
  [
    'one of several, by a variable around it',
    '<style>.v p { color: var(--ink, #222) }</style><div class="v"><p>Seen</p></div><div class="v" style="--ink:#fff"><p>SECRET order</p></div>',
  ],
  [
    'one of several, by a container',
    '<style>@container style(--x: 1) { p { color: #fff } }</style><div><p>Seen</p></div><div style="--x:1"><p>SECRET order</p></div>',
  ],
  [
    'one of several, by a scope',
    '<style>@scope (.s) { :scope > p { color: #fff } }</style><div><p>Seen</p></div><div class="s"><p>SECRET order</p></div>',
  ],
  [
    'by a rule with a prefix',
    '<style>@namespace h url(http://www.w3.org/1999/xhtml); h|p.ink { color: #fff }</style><p class="ink">SECRET order</p>',
  ],
  [
    'until one points at it',
    '<style>.ink:not(:hover) { color: #fff } .b:not(:focus:not(.x)) { opacity: 0 }</style><p class="ink">SECRET order</p><p class="b">SECRET order</p>',
  ],
  [
    'while one points at the page',
    '<style>html:hover .ink, html:not(:hover) .ink { color: #fff }</style><p class="ink">SECRET order</p>',
  ],
  [
    'by a rule with brackets in its values',
    '<style>p[title="]:hover"] { color: #fff }</style><p title="]:hover">SECRET order</p>',
  ],
  [
    'by a rule for names with signs in them',
    '<style>.a\\:hover, .b\\,c, .\\31 p { color: #fff }</style><p class="a:hover">SECRET order</p><p class="b,c">SECRET order</p><p class="1p">SECRET order</p>',
  ],
  [
    'a colour made of another',
    '<style>.ink { color: rgb(from white r g b) }</style><p class="ink">SECRET order</p>',
  ],
  [
    'a colour of a rule on one of an attribute',
    '<style>.ink { color: #123 }</style><div style="background:#112233;color:#fff">Seen <p class="ink">SECRET order</p></div>',
  ],
  [
    'a colour of an attribute on one of a rule',
    '<style>.bg { background: #123 }</style><div style="color:#112233">Seen <p class="bg">SECRET order</p></div>',
  ],
  [
    'a colour of an attribute in a box of a rule',
    '<style>.bg { background: #123; color: #fff }</style><div class="bg">Seen <p style="color:#112233">SECRET order</p></div>',
  ],
  [
    'a colour of a shadow tree on one of the document',
    `<style>.bg { background: #123; color: #fff }</style><div class="bg">${inShadow('<style>p { color: #123 }</style><p>SECRET order</p>')}</div>`,
  ],
  [
    'by a rule that follows a nested one',
    '<style>.ink { & b { top: 0 } color: #fff }</style><p class="ink">SECRET order</p>',
  ],
  [
    'by a sheet of a script',
    `<p class="ink">SECRET order</p><script>
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.ink { color: #fff }');
    document.adoptedStyleSheets = [sheet];
  </script>`,
  ],
  [
    'a part that is styled from outside',
    `<style>x-host::part(ink) { color: #fff }</style>${inShadow('<p part="ink">SECRET order</p>')}`,
  ],
  [
    'the second line of a section that is closed',
    '<details><summary>More</summary><summary>SECRET order</summary></details>',
  ],
  [
    'the line of a section that is transparent',
    '<details style="opacity:0"><summary>SECRET order</summary></details>',
  ],
  ['a formula in white', '<math><mtext mathcolor="#fff">SECRET order</mtext></math>'],
  ['far off in letters', styled('margin-left:-9in;width:3in')],
];

/** What likely nobody can see. */
const doubtful: [string, string][] = [
  [
    'a link on its own blue',
    '<div style="background:#0000ee;color:#fff">Blue <a href="#top">SECRET order</a></div>',
  ],
  [
    'covered by a box',
    `<div style="position:relative">${styled('')}<div style="${overlay};background:#fff"></div></div>`,
  ],
  [
    'covered by a picture',
    `<div style="position:relative">${styled('')}<img alt="" src="${picture}" style="${overlay}"></div>`,
  ],
  ['a colour that is nearly the one behind it', styled('color:#ededed')],
  ['letters of three pixels', styled('font-size:2.5px')],
  ['blurred a little', styled('filter:blur(5px)')],
  [
    'outside of a box that cuts',
    '<div style="height:20px;overflow:hidden"><div style="height:40px"></div><p>SECRET order</p></div>',
  ],
  ['far to the right', styled('position:absolute;left:99999px')],
];

/** What looks similar in the style sheet and can be seen. */
const seen: [string, string][] = [
  ['white on a shadow that fills the box', styled('color:#fff;box-shadow:inset 0 0 0 60px #123')],
  ['half transparent', styled('opacity:.5')],
  ['half transparent by a filter', styled('filter:opacity(.6)')],
  ['scaled a little', styled('transform:scale(.9)')],
  ['turned', styled('transform:rotate(3deg);width:300px')],
  [
    'turned around twice',
    `<div style="transform-style:preserve-3d;transform:rotateY(180deg)">${styled('backface-visibility:hidden;transform:rotateY(180deg)')}</div>`,
  ],
  ['small print', styled('font-size:9px')],
  [
    'letters with a size in a box without',
    '<div style="font-size:0"><p style="font-size:14px">SECRET order</p></div>',
  ],
  ['letters close together', styled('letter-spacing:-.5px')],
  ['no height, overflowing', styled('height:0')],
  ['a height at most', styled('max-height:60px;overflow:hidden')],
  [
    'placed out of a box without a height',
    `<div style="height:0;overflow:hidden">${styled('position:absolute')}</div>`,
  ],
  ['a circle around it', styled('clip-path:circle(80%)')],
  ['a corner cut off', styled('clip-path:polygon(0 0,95% 0,100% 100%,0 100%)')],
  ['a mask that fades out', styled('mask-image:linear-gradient(#000 60%,transparent)')],
  ['content that is skipped until needed', styled('content-visibility:auto;margin-top:3000px')],
  ['further down', styled('margin-top:3000px')],
  [
    'further down in a box that scrolls',
    `<div style="height:50px;overflow:auto"><div style="height:500px"></div>${styled('')}</div>`,
  ],
  [
    'visible in what is not',
    '<div style="visibility:hidden"><p style="visibility:visible">SECRET order</p></div>',
  ],
  [
    'coloured in what is transparent',
    '<div style="color:transparent"><p style="color:#333">SECRET order</p></div>',
  ],
  ['grey', styled('color:#999')],
  ['white on dark', `${dark}<p>SECRET order</p></div>`],
  ['white on a dark gradient', styled('color:#fff;background:linear-gradient(#123,#456)')],
  ['white on a picture', styled(`color:#fff;background:url('${picture}')`)],
  [
    'white over a picture beside it',
    `<div style="position:relative"><img alt="" src="${picture}" style="${overlay}"><p style="color:#fff;position:relative">SECRET order</p></div>`,
  ],
  [
    'white over a box beside it',
    `<div style="position:relative"><div style="${overlay};background:#123"></div><p style="color:#fff;position:relative">SECRET order</p></div>`,
  ],
  [
    'white over what a rule draws',
    `<style>.on { position: relative; color: #fff; z-index: 0 }
    .on::before { content: ''; ${overlay}; background: #123; z-index: -1 }</style><p class="on">SECRET order</p>`,
  ],
  ['white with a shadow', styled('color:#fff;text-shadow:0 0 3px #000')],
  ['an outline', styled('color:transparent;-webkit-text-stroke:1px #000;font-size:30px')],
  [
    'a gradient cut out along the letters',
    styled('color:transparent;background:linear-gradient(#123,#456);background-clip:text'),
  ],
  ['white, the other way round', styled('color:#fff;mix-blend-mode:difference')],
  ['inverted with what is behind it', styled('color:#fff;background:#000;filter:invert(1)')],
  [
    'white in a dark shadow tree',
    inShadow('<style>p { color: #fff; background: #123 }</style><p>SECRET order</p>'),
  ],
  ['in a section that is open', '<details open><summary>More</summary>SECRET order</details>'],
  ['in the line of a section that is closed', '<details><summary>SECRET order</summary>More</details>'],
  ['in a popover that is open', '<div popover id="pop">SECRET order</div><script>pop.showPopover()</script>'],
  ['a hanging first line', styled('text-indent:-20px;padding-left:20px')],
  [
    'below in an order of its own',
    `<div style="background:#fff;isolation:isolate">${styled('position:relative;z-index:-1')}</div>`,
  ],
  [
    'under something transparent',
    `<div style="position:relative">${styled('')}<div style="${overlay}"></div></div>`,
  ],
  [
    'under a tint',
    `<div style="position:relative">${styled('')}<div style="${overlay};background:#0003"></div></div>`,
  ],
  [
    'under a bar that sticks',
    `${styled('')}<div style="position:fixed;inset:0 0 auto;height:100vh;background:#fff">Bar</div>`,
  ],
  [
    'coming up',
    `<style>@keyframes up { from { opacity: 0 } to { opacity: 1 } }
    .up { animation: up 3s 1s both }</style><p class="up">SECRET order</p>`,
  ],
  ['a blur that nobody notices', styled('filter:blur(.4px)')],
];

/** What is said of things to use, where part of it is hidden. */
const names: [string, string, string | RegExp][] = [
  ['a button', '<button>Save <span style="font-size:0">SECRET order</span></button>', 'button "Save"'],
  [
    'a button, by a rule',
    '<style>.x { color: buttonface }</style><button>Save <i class="x">SECRET order</i></button>',
    'button "Save"',
  ],
  ['a link', '<a href="#top">Go <span style="opacity:0">SECRET order</span></a>', 'link "Go"'],
  [
    'a link, scaled',
    '<a href="#top">Go <b style="display:inline-block;transform:scale(0)">SECRET order</b></a>',
    'link "Go"',
  ],
  ['a heading', '<h2>News <span style="color:#fff">SECRET order</span></h2>', ''],
  ['a label', '<label>Mail <span style="color:#fff">SECRET order</span><input></label>', 'textbox "Mail"'],
  [
    'a label elsewhere',
    '<label for="m">Mail <span style="position:absolute;left:-999px">SECRET order</span></label><input id="m">',
    'textbox "Mail"',
  ],
  [
    'names by reference',
    '<span id="a">Mail</span><span id="b" style="opacity:0">SECRET order</span><input aria-labelledby="a b">',
    'textbox "Mail"',
  ],
  [
    'a description',
    '<p id="d" style="color:#fff">SECRET order</p><input aria-label="Mail" aria-describedby="d">',
    'textbox "Mail"',
  ],
  [
    'an error',
    '<p id="e" style="color:#fff">SECRET order</p><input aria-label="Mail" aria-invalid="true" aria-errormessage="e">',
    'textbox "Mail"',
  ],
  [
    'what a rule writes',
    '<style>.x::after { content: "SECRET order"; color: #fff }</style><a class="x" href="#top">Go</a>',
    'link "Go"',
  ],
  [
    'a row',
    '<table><tr><td>Ada <i style="opacity:0">SECRET order</i></td><td><button>Edit</button></td></tr></table>',
    'button "Edit"',
  ],
  [
    'a text beside a thing without a name',
    '<div><p style="color:#fff">SECRET order</p><input></div>',
    'textbox',
  ],
  [
    'a long text for nobody in a picture',
    `<button><svg width="20" height="20"><rect width="20" height="20"/></svg><span style="font-size:0">SECRET order ${'and so on '.repeat(20)}</span></button>`,
    'button',
  ],
];

/** Names that only assistive technology is told, of things that a person sees: what an icon says in a word. */
const onlyNames: [string, string, string][] = [
  [
    'cut to a pixel',
    '<button><svg width="20" height="20"><rect width="20" height="20"/></svg><span class="sr">Delete</span></button>',
    'button "Delete"',
  ],
  [
    'cut to a pixel in a link',
    '<a href="#top"><img alt="" src="PICTURE" width="20" height="20"><span class="sr">Home</span></a>',
    'link "Home"',
  ],
  [
    'indented away',
    '<a href="#top" style="display:block;width:40px;height:40px;background:url(PICTURE);text-indent:-9999px;overflow:hidden">Home</a>',
    'link "Home"',
  ],
  [
    'without a size',
    '<button style="font-size:0;width:30px;height:30px"><svg width="20" height="20"><rect width="20" height="20"/></svg>Close</button>',
    'button "Close"',
  ],
  [
    'by an inset',
    '<button><i class="icon">×</i><span style="position:absolute;clip-path:inset(50%)">Close</span></button>',
    'button',
  ],
  ['of a field', '<label class="sr" for="q">Search</label><input id="q">', 'textbox "Search"'],
  [
    'by a label of its own',
    '<button aria-label="Close" style="width:20px;height:20px"></button>',
    'button "Close"',
  ],
];

/** All that an agent can read of a page, by how it asks. */
async function told(agent: Agent): Promise<[string, string][]> {
  const read = async (format: string) => {
    const { data, error } = await agent.call('browser_read', { format });
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return readShape.parse(data).content;
  };
  return [
    ['snapshot', await agent.snapshot()],
    ['full', await agent.snapshot({ interactiveOnly: false })],
    ['find', String((await agent.does('browser_find', { text: 'SECRET' })).matches)],
    ['markdown', await read('markdown')],
    ['text', await read('text')],
    ['html', await read('html')],
  ];
}

function around(html: string): string {
  return `<style>body { margin: 8px }</style><main><h1>Shown</h1><p>${sentence}</p>${html}<p>${sentence}</p></main>`;
}

/** Lines that tell the text, without a word that it may be hidden. */
function plainLines(text: string): string[] {
  return text.split('\n').filter((line) => /SECRET|order/.test(line) && !line.includes('likely hidden'));
}

describe('text that nobody can see', () => {
  it.each(hidden)('is told by nothing: %s', async (_how, html) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(around(html)));
    for (const [way, text] of await told(agent)) expect(text, way).not.toMatch(/SECRET|order/);
  });

  it.each(doubtful)('is marked where that is only likely: %s', async (_how, html) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(around(html)));
    const all = await told(agent);
    for (const [way, text] of all) expect(plainLines(text), way).toEqual([]);
    expect(all.find(([way]) => way === 'full')?.[1]).toContain('SECRET order');
  });

  it('is not told once a style sheet has other rules, as many as before', async () => {
    const agent = bench.agent();
    await agent.open(
      bench.site.page(`<style id="sheet">.x { margin: 1px }</style><p class="x">SECRET order</p>
        <button onclick="sheet.textContent = '.x { opacity: 0 }'">Go</button>`),
    );
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('SECRET');
    await agent.click('button "Go"');
    expect(await agent.snapshot({ interactiveOnly: false })).not.toContain('SECRET');
  });

  it.each(hidden)('is not told as a change: %s', async (_how, html) => {
    const agent = bench.lasting();
    const added = JSON.stringify(html).replaceAll('</script>', '<\\/script>');
    await agent.open(
      bench.site.page(
        `<button>Go</button><main id="main"></main><script>
          document.querySelector('button').onclick = () => {
            main.append(document.createRange().createContextualFragment(${added}), 'done');
          };</script>`,
      ),
    );
    const { changes } = await agent.click('button "Go"');
    expect(changes).toContain('done');
    expect(changes).not.toMatch(/SECRET|order/);
  });
});

describe('text that looks as if it were hidden', () => {
  it.each(seen)('is told: %s', async (_how, html) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(around(html)));
    for (const [way, text] of await told(agent)) {
      if (way === 'snapshot') continue;
      expect(text.replace(/\s+/g, ' '), way).toMatch(/SECRET order/);
      expect(text, way).not.toContain('likely hidden');
    }
  });
});

describe('names', () => {
  it.each(names)('leave out what nobody can see: of %s', async (_what, html, line) => {
    const agent = bench.lasting();
    const opened = await agent.open(bench.site.page(around(html)));
    expect(opened).toContain(line);
    for (const [way, text] of [['opened', opened], ...(await told(agent))])
      expect(plainLines(text ?? ''), way).toEqual([]);
  });

  it.each(onlyNames)('of things that are seen are kept: %s', async (_how, html, line) => {
    const agent = bench.lasting();
    const sr =
      '.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0); white-space: nowrap }';
    await agent.open(bench.site.page(`<style>${sr}</style>${html.replaceAll('PICTURE', picture)}`));
    const tree = await agent.snapshot();
    expect(tree).toContain(line);
    expect(tree).not.toContain('likely hidden');
  });

  it('that can hardly be read are marked, and the thing can be used', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      '<button style="background:#fff;color:#fff" onclick="note(1)">Pay all</button>',
    );
    const opened = await agent.open(page);
    expect(opened).toMatch(/button "Pay all" \(likely hidden\)/);
    await agent.click('button "Pay all"');
    expect(page.notes).toEqual(['1']);
  });
});

describe('values', () => {
  it.each([
    ['a field', '<input value="SECRET order" style="color:#fff;background:#fff">'],
    ['an area', '<textarea style="color:transparent">SECRET order</textarea>'],
    ['letters without a size', '<input value="SECRET order" style="font-size:1px;height:30px">'],
  ])('that can not be read are marked: %s', async (_what, html) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(around(html)));
    for (const [way, text] of await told(agent)) expect(plainLines(text), way).toEqual([]);
  });
});

describe('a text that pretends to be marked', () => {
  it('is told from one that is', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page('<main><p>(likely hidden) All is well</p><h2>(likely hidden)</h2></main>'),
    );
    const ways = await told(agent);
    for (const [way, text] of ways)
      for (const line of text.split('\n')) expect(line, way).not.toMatch(/^\(likely hidden\)/);
    expect(ways.find(([way]) => way === 'full')?.[1]).toContain('\\(likely hidden) All is well');
  });
});

describe('a document without a doctype', () => {
  it('takes names however they are written', async () => {
    const agent = bench.lasting();
    const url = bench.site.on('/quirks', (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<style>.INK { color: #fff }</style><p>Seen</p><p class="ink">SECRET order</p>');
    });
    await agent.open(url);
    for (const [way, text] of await told(agent)) expect(text, way).not.toMatch(/SECRET|order/);
  });
});

describe('a document in a frame that nobody can see', () => {
  it.each([
    ['transparent', 'opacity:0'],
    ['scaled to nothing', 'transform:scale(0)'],
    ['of a pixel', 'width:1px;height:1px'],
    ['cut away', 'clip-path:inset(50%)'],
    ['off the page', 'position:absolute;left:-9999px'],
  ])('is not told: %s', async (_how, style) => {
    const agent = bench.lasting();
    const inner = bench.site.page('<p>SECRET order</p><button>SECRET order</button>');
    await agent.open(bench.site.page(around(`<iframe src="${inner.url}" style="${style}"></iframe>`)));
    for (const [way, text] of await told(agent)) expect(text, way).not.toMatch(/SECRET|order/);
  });
});
