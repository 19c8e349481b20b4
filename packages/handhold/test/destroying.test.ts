import { type ApprovalRequest, createBrowserTools, type Toolbox } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Inscriptions } from '../src/page/injected/risk/words.js';
import { Agent, useBrowser } from './agent.js';

const inscriptions = new Inscriptions();

const bench = useBrowser();
const asked: ApprovalRequest[] = [];
let tools: Toolbox;
let agent: Agent;

beforeAll(() => {
  tools = createBrowserTools({
    browser: bench.tools.browser,
    policy: { high: 'ask' },
    host: {
      approve: async (request) => {
        asked.push(request);
        return false;
      },
    },
  });
  agent = new Agent(tools, 'destroying');
});

afterAll(async () => {
  await agent.call('browser_close');
  await tools.close();
});

type Act = (agent: Agent) => Promise<unknown>;
const done = `note('deleted')`;
const click =
  (selector: string): Act =>
  () =>
    agent.call('browser_click', { selector });
const press =
  (selector: string, key = 'Enter'): Act =>
  () =>
    agent.call('browser_press', { selector, key });
const form = (button: string) =>
  `<form onsubmit="${done}; return false"><label>Type the name to confirm <input></label>${button}</form>`;
const plain = form('<button>Delete this repository</button>');
const unseen = form('<button style="display: none">Delete this repository</button>');
const listens = (key: string) =>
  `<script>d.addEventListener('keydown', (e) => { if (e.key === '${key}') ${done} })</script>`;
const select = `<select aria-label=Action onchange="${done}"><option>-<option value=7>Delete account</select>`;
const field = () => agent.ref('textbox');

/** Every way that was found, and others like it, to press what destroys. */
const ways: [way: string, page: string, act: Act][] = [
  [
    'an icon in the button',
    `<button onclick="${done}"><i style="display: inline-block; width: 16px; height: 16px"></i> Delete account</button>`,
    click('button i'),
  ],
  [
    'a box around it',
    `<div id=w style="width: max-content"><button onclick="${done}" style="width: 200px; height: 60px">Delete account</button></div>`,
    click('#w'),
  ],
  [
    'a label without words',
    `<button id=b style="position: absolute; left: -999px" onclick="${done}">Delete account</button><label for=b><img width=20 height=20></label>`,
    click('label img'),
  ],
  [
    'Enter in the field of its form',
    plain,
    () => agent.call('browser_press', { ref: field(), key: 'Enter' }),
  ],
  [
    'typing and submitting',
    plain,
    () => agent.call('browser_type', { ref: field(), text: 'x', submit: true }),
  ],
  ['submitting by a field', plain, () => agent.call('browser_submit', { ref: field() })],
  ['submitting what has a button nobody sees', unseen, () => agent.call('browser_submit', {})],
  [
    'filling in and submitting that',
    unseen,
    () => agent.call('browser_fill_form', { fields: [{ ref: field(), value: 'x' }], submit: true }),
  ],
  [
    'an option by its value',
    select,
    () => agent.call('browser_select', { ref: agent.ref('combobox'), values: ['7'] }),
  ],
  [
    'an option by a name of its own',
    select.replace('value=7', 'value=delete_selected'),
    () => agent.call('browser_select', { ref: agent.ref('combobox'), values: ['delete_selected'] }),
  ],
  [
    'an option in a form that is filled in',
    select,
    () =>
      agent.call('browser_fill_form', { fields: [{ ref: agent.ref('combobox'), value: 'Delete account' }] }),
  ],
  [
    'an option of a list that a page made',
    `<div role=combobox aria-haspopup=listbox aria-label=Action tabindex=0 aria-expanded=false onclick="this.setAttribute('aria-expanded', 'true'); l.hidden = false">pick</div><ul id=l role=listbox hidden><li role=option data-value=7 onclick="${done}">Delete account</li></ul>`,
    () => agent.call('browser_select', { ref: agent.ref('combobox'), values: ['7'] }),
  ],
  [
    'the active item of a menu',
    `<div role=menu tabindex=0 aria-label=Actions aria-activedescendant=x id=d><div role=menuitem id=x>Delete account</div></div>${listens('Enter')}`,
    press('[role=menu]'),
  ],
  [
    'Enter on what takes the focus',
    `<div id=d tabindex=0>Delete account</div>${listens('Enter')}`,
    press('#d'),
  ],
  [
    'Space on a switch',
    `<div id=d role=switch aria-checked=false tabindex=0>Delete everything</div>${listens(' ')}`,
    press('#d', 'Space'),
  ],
  [
    'Space on a checkbox',
    `<label><input type=checkbox onchange="${done}">Delete everything</label>`,
    press('input', 'Space'),
  ],
  [
    'a checkbox in a form that is filled in',
    `<label><input type=checkbox onchange="${done}">Delete everything</label>`,
    () => agent.call('browser_fill_form', { fields: [{ ref: agent.ref('checkbox'), value: true }] }),
  ],
  [
    'a radio by its name',
    `<label><input type=radio name=r>Keep</label><label><input type=radio name=r onchange="${done}">Delete everything</label>`,
    () =>
      agent.call('browser_fill_form', {
        fields: [{ ref: agent.ref('radio "Keep"'), value: 'Delete everything' }],
      }),
  ],
  [
    'a drop',
    `<div draggable=true style="width: 100px; height: 40px" tabindex=0 role=button>File</div><div role=button tabindex=0 style="width: 200px; height: 100px" ondragover="event.preventDefault()" ondrop="${done}">Delete</div>`,
    () => agent.call('browser_drag', { from: agent.ref('button "File"'), to: agent.ref('button "Delete"') }),
  ],
  [
    'a word with marks in it that nobody sees',
    `<button onclick="${done}">De&shy;le&#8203;te ac&shy;count</button>`,
    click('button'),
  ],
  [
    'a button whose name says less than its text',
    `<button aria-label=Account onclick="${done}">Delete account</button>`,
    click('button'),
  ],
  [
    'a button that says much before',
    `<button onclick="${done}">${'x '.repeat(2600)} Delete account</button>`,
    click('button'),
  ],
];

describe('nothing is destroyed unasked', () => {
  it.each(ways)('by %s', async (_way, html, act) => {
    const page = bench.site.page(html);
    await agent.open(page);
    asked.length = 0;
    await act(agent);
    expect([page.notes, asked.map(({ reasons }) => reasons)]).toEqual([
      [],
      [['looks as if it destroys something']],
    ]);
  });

  it('by what is only called a danger, or holds the word as text', async () => {
    const page = bench.site.page(
      `<label>Type DELETE to confirm <input oninput="note('typed')"></label><label>Delete after <select onchange="note('chosen')"><option>1 day<option>2 days</select></label>
       <form onsubmit="note('saved'); return false"><label>Name <input></label><button>Save</button><button>Delete</button></form>`,
    );
    await agent.open(page);
    asked.length = 0;
    await agent.type('textbox "Type DELETE', 'x');
    await agent.does('browser_select', { ref: agent.ref('combobox "Delete after"'), values: ['2 days'] });
    await agent.type('textbox "Name"', 'x', { submit: true });
    expect([page.notes, asked]).toEqual([['typed', 'chosen', 'saved'], []]);
  });
});

describe('a word', () => {
  it.each([
    ...[
      'Delete',
      'deleteAccount',
      'delete_selected',
      'Empty trash',
      'Clear all',
      'Clear all data',
      'Purge',
      'Trash',
    ],
    ...[
      'Drop database',
      'DROP TABLE',
      'Cancel booking',
      'Cancel my subscription',
      'Leave organization',
      'Shut down',
    ],
    ...[
      'Disconnect',
      'Deactivate',
      'Revoke access',
      'Wipe',
      'Konto kündigen',
      'Löschen',
      'Elimina',
      'Eliminar',
    ],
    ...['Supprimer le compte', 'Verwijderen', '削除', '删除', 'Удалить', 'Ｄelete', 'Papierkorb leeren'],
  ])('that destroys: %s', (word) => expect(inscriptions.destroy(word)).toBe(true));

  it.each([
    ...[
      'Cancel',
      'Clear',
      'Clear filter',
      'Clear all filters',
      'Clear search',
      'Drop-off',
      'Drop files here',
      'Leave a comment',
    ],
    ...[
      'Leave a review',
      'Undeleted',
      'Close',
      'Empty',
      'Reset filters',
      'Cancel search',
      'Dropbox',
      'Silence',
      'Wissenschaft',
    ],
  ])('that does not: %s', (word) => expect(inscriptions.destroy(word)).toBe(false));
});
