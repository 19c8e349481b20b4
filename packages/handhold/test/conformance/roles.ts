import { type Case, each, pixel } from './case.js';

export type RoleCase = Case<string>;

/** Elements and the roles HTML gives them wherever they stand. */
const byElement: Record<string, string> = {
  address: 'group',
  article: 'article',
  b: 'generic',
  bdi: 'generic',
  bdo: 'generic',
  blockquote: 'blockquote',
  button: 'button',
  cite: 'generic',
  code: 'code',
  data: 'generic',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dir: 'list',
  div: 'generic',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  i: 'generic',
  ins: 'insertion',
  kbd: 'generic',
  label: 'generic',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  output: 'status',
  p: 'paragraph',
  pre: 'generic',
  progress: 'progressbar',
  q: 'generic',
  s: 'deletion',
  samp: 'generic',
  search: 'search',
  small: 'generic',
  span: 'generic',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  table: 'table',
  textarea: 'textbox',
  time: 'time',
  u: 'generic',
  ul: 'list',
  var: 'generic',
};

const byInputType: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  image: 'button',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  unknown: 'textbox',
  url: 'textbox',
};

/** What HTML elements are. */
export const elements: RoleCase[] = [
  ...each(Object.keys(byElement), (tag) => ({
    html: tag === 'dialog' ? '<dialog open>x</dialog>' : `<${tag}>x</${tag}>`,
    expect: byElement[tag] ?? '',
  })),
  ...each(Object.keys(byInputType), (type) => ({
    html: `<input type="${type}">`,
    expect: byInputType[type] ?? '',
  })),
  { html: '<input>', expect: 'textbox' },
  { html: '<input type="TEXT">', expect: 'textbox' },
  { html: '<input type="checkbox" switch>', expect: 'switch' },
  ...each(['text', 'search', 'email', 'tel', 'url'], (type) => ({
    html: `<input type="${type}" list="l§"><datalist id="l§"><option>a</datalist>`,
    expect: 'combobox',
  })),
  { html: '<select><option>a</select>', expect: 'combobox' },
  { html: '<select size="1"><option>a</select>', expect: 'combobox' },
  { html: '<select size="2"><option>a</select>', expect: 'listbox' },
  { html: '<select multiple><option>a</select>', expect: 'listbox' },
  { html: '<select><option>a</select>', selector: 'option', expect: 'option' },
  {
    html: '<select><optgroup label="g"><option>a</optgroup></select>',
    selector: 'optgroup',
    expect: 'group',
  },
  { html: '<a href="#">x</a>', expect: 'link' },
  { html: '<a>x</a>', expect: 'generic' },
  { html: '<hr>', expect: 'separator' },
  { html: '<dl><dt>x</dt><dd>y</dd></dl>', selector: 'dt', expect: 'term' },
  { html: '<dl><dt>x</dt><dd>y</dd></dl>', selector: 'dd', expect: 'definition' },
  { html: '<details><summary class="x">a</summary>b</details>', selector: '.x', expect: 'button' },
  {
    html: '<details><summary>a</summary><summary class="x">b</summary></details>',
    selector: '.x',
    expect: 'generic',
  },
  { html: '<details><div><summary class="x">a</summary></div></details>', selector: '.x', expect: 'generic' },
  { html: '<summary>alone</summary>', expect: 'generic' },
  { html: `<img alt="A dog" src="${pixel}">`, expect: 'image' },
  { html: `<img src="${pixel}">`, expect: 'image' },
  { html: `<img alt="" src="${pixel}">`, expect: 'none' },
  { html: `<img alt src="${pixel}">`, expect: 'none' },
  { html: `<img alt="" aria-label="A dog" src="${pixel}">`, expect: 'image' },
  { html: `<img alt="" aria-label=" " src="${pixel}">`, expect: 'none' },
  { html: `<img alt="" title="A dog" src="${pixel}">`, expect: 'image' },
  { html: `<img alt="" aria-labelledby="none§" src="${pixel}">`, expect: 'none' },
  { html: `<img alt="" aria-labelledby="e§" src="${pixel}"><b id="e§"></b>`, expect: 'none' },
  { html: `<img alt="" aria-labelledby="e§" src="${pixel}"><b id="e§">A dog</b>`, expect: 'image' },
  { html: `<img alt="" tabindex="0" src="${pixel}">`, expect: 'image' },
  { html: '<img>', expect: 'none' },
  { html: '<img alt="No picture">', expect: 'image' },
  {
    html: `<img usemap="#m§" alt="Plan" width="20" height="20" src="${pixel}"><map name="m§"><area shape="rect" coords="0,0,9,9" href="#" alt="x"></map>`,
    selector: 'area',
    expect: 'link',
  },
  {
    html: `<img usemap="#m§" alt="Plan" width="20" height="20" src="${pixel}"><map name="m§"><area shape="rect" coords="0,0,9,9" alt="x"></map>`,
    selector: 'area',
    expect: 'generic',
  },
  { html: '<svg width="9" height="9"><title>x</title></svg>', expect: 'image' },
  { html: '<svg width="9" height="9"><path d="M0 0"/></svg>', expect: 'generic' },
  { html: '<svg width="9" height="9"><a href="#"><path d="M0 0"/></a></svg>', selector: 'a', expect: 'link' },
  { html: '<svg width="9" height="9"><g><path d="M0 0"/></g></svg>', selector: 'g', expect: 'generic' },
  {
    html: '<svg width="9" height="9"><g aria-label="x"><path d="M0 0"/></g></svg>',
    selector: 'g',
    expect: 'group',
  },
  { html: `<svg width="9" height="9"><image href="${pixel}"/></svg>`, selector: 'image', expect: 'image' },
  ...each(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect'], (shape) => ({
    html: `<svg width="9" height="9"><${shape}/></svg>`,
    selector: shape,
    expect: 'generic',
  })),
];

const sectioning = ['article', 'aside', 'nav', 'section'];

/** Landmarks, which depend on where they stand and whether they are named. */
export const landmarks: RoleCase[] = [
  { html: '<header>x</header>', expect: 'banner' },
  { html: '<footer>x</footer>', expect: 'contentinfo' },
  { html: '<div><header>x</header></div>', selector: 'header', expect: 'banner' },
  ...each([...sectioning, 'main'], (tag) => ({
    html: `<${tag}><header class="x">x</header></${tag}>`,
    selector: '.x',
    expect: 'sectionheader',
  })),
  ...each([...sectioning, 'main'], (tag) => ({
    html: `<${tag}><div><footer class="x">x</footer></div></${tag}>`,
    selector: '.x',
    expect: 'sectionfooter',
  })),
  ...each(['article', 'complementary', 'main', 'navigation', 'region'], (role) => ({
    html: `<div role="${role}" aria-label="n"><header class="x">x</header></div>`,
    selector: '.x',
    expect: 'sectionheader',
  })),
  { html: '<article role="none"><header class="x">x</header></article>', selector: '.x', expect: 'banner' },
  { html: '<aside>x</aside>', expect: 'complementary' },
  { html: '<main><aside class="x">x</aside></main>', selector: '.x', expect: 'complementary' },
  ...each(sectioning, (tag) => ({
    html: `<${tag}><aside class="x">x</aside></${tag}>`,
    selector: '.x',
    expect: 'generic',
  })),
  ...each(sectioning, (tag) => ({
    html: `<${tag}><aside class="x" aria-label="Named">x</aside></${tag}>`,
    selector: '.x',
    expect: 'complementary',
  })),
  {
    html: '<section><aside class="x" title="Named">x</aside></section>',
    selector: '.x',
    expect: 'complementary',
  },
  { html: '<section>x</section>', expect: 'generic' },
  { html: '<section aria-label="Named">x</section>', expect: 'region' },
  { html: '<section aria-label="">x</section>', expect: 'generic' },
  { html: '<section aria-label=" ">x</section>', expect: 'generic' },
  { html: '<section title="Named">x</section>', expect: 'region' },
  { html: '<section title=" ">x</section>', expect: 'generic' },
  { html: '<section aria-labelledby="h§"><h3 id="h§">Named</h3></section>', expect: 'region' },
  { html: '<section aria-labelledby="none§">x</section>', expect: 'generic' },
  { html: '<section aria-labelledby="h§"><h3 id="h§"></h3></section>', expect: 'generic' },
  { html: '<form><input></form>', expect: 'generic' },
  { html: '<form aria-label="Named"><input></form>', expect: 'form' },
  { html: '<form title="Named"><input></form>', expect: 'form' },
  { html: '<form role="search"><input></form>', expect: 'search' },
  { html: '<div role="form" aria-label="Named">x</div>', expect: 'form' },
  { html: '<div role="region" aria-label="Named">x</div>', expect: 'region' },
  { html: '<div role="form">x</div>', expect: 'generic' },
  { html: '<div role="region">x</div>', expect: 'generic' },
  { html: '<nav role="region">x</nav>', expect: 'navigation' },
  { html: '<nav role="form">x</nav>', expect: 'navigation' },
  { html: '<nav role="region group">x</nav>', expect: 'group' },
];

const anywhere =
  'alert alertdialog application article banner blockquote button caption cell checkbox code combobox comment complementary contentinfo definition deletion dialog document emphasis feed figure grid group heading insertion link list listbox log main mark marquee math menu menubar meter navigation note paragraph progressbar radio radiogroup scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid'.split(
    ' ',
  );

const publishing =
  'abstract acknowledgments afterword appendix backlink bibliography biblioref chapter colophon conclusion cover credit credits dedication endnotes epigraph epilogue errata example footnote foreword glossary glossref index introduction noteref notice pagebreak pagefooter pageheader pagelist part preface prologue pullquote qna subtitle tip toc'.split(
    ' ',
  );

/** The role attribute. */
export const explicit: RoleCase[] = [
  ...each(anywhere, (role) => ({ html: `<div role="${role}">x</div>`, expect: role })),
  ...each(anywhere, (role) => ({ html: `<div role="${role.toUpperCase()}">x</div>`, expect: role })),
  ...each(publishing, (role) => ({ html: `<div role="doc-${role}">x</div>`, expect: `doc-${role}` })),
  ...each(['document', 'object', 'symbol'], (role) => ({
    html: `<div role="graphics-${role}">x</div>`,
    expect: `graphics-${role}`,
  })),
  { html: '<div role="img">x</div>', expect: 'image' },
  { html: '<div role="image">x</div>', expect: 'image' },
  { html: '<div role="none">x</div>', expect: 'none' },
  { html: '<div role="presentation">x</div>', expect: 'none' },
  { html: '<div role="generic">x</div>', expect: 'generic' },
  { html: '<p role="generic">x</p>', expect: 'generic' },
  { html: '<div role="directory">x</div>', expect: 'list' },
  { html: '<ul role="directory"><li>x</ul>', expect: 'list' },
  ...each(
    'command composite input landmark range roletype section sectionhead select structure widget window'.split(
      ' ',
    ),
    (role) => ({ html: `<nav role="${role}">x</nav>`, expect: 'navigation' }),
  ),
  ...each(
    [
      'nonsense',
      'buttons',
      'but ton',
      'button,',
      'button;link',
      '"button"',
      'é',
      '\u200bbutton',
      ' ',
      '\n',
      'link\u200d',
    ],
    (role) => ({
      html: `<nav role='${role}'>x</nav>`,
      expect: 'navigation',
    }),
  ),
  ...each(['nonsense', 'rol', 'knapp', '...'], (role) => ({
    html: `<button role="${role}">x</button>`,
    expect: 'button',
  })),
  { html: '<div role="nonsense button">x</div>', expect: 'button' },
  { html: '<div role="button link">x</div>', expect: 'button' },
  { html: '<div role="  button ">x</div>', expect: 'button' },
  { html: '<div role="\tbutton\n">x</div>', expect: 'button' },
  { html: '<div role="nonsense widget switch checkbox">x</div>', expect: 'switch' },
  { html: '<div role="doc-nonsense note">x</div>', expect: 'note' },
  { html: '<a href="#" role="button">x</a>', expect: 'button' },
  { html: '<button role="link">x</button>', expect: 'link' },
  { html: '<input type="search" role="combobox">', expect: 'combobox' },
  { html: '<x-thing role="foo button">x</x-thing>', expect: 'button' },
];

/** Presentational markup, and what overrides it. */
export const presentation: RoleCase[] = [
  ...each(['h2', 'p', 'ul', 'table', 'nav', 'button disabled', 'fieldset'], (tag) => ({
    html: `<${tag} role="none">x</${tag.split(' ')[0]}>`,
    expect: 'none',
  })),
  ...each(
    [
      'aria-label="x"',
      'aria-describedby="x"',
      'aria-live="polite"',
      'aria-busy="true"',
      'aria-controls="x"',
      'aria-owns="x"',
      'aria-current="page"',
      'aria-roledescription="x"',
      'aria-description="x"',
      'aria-keyshortcuts="x"',
    ],
    (attribute) => ({ html: `<h2 role="none" ${attribute}>x</h2>`, expect: 'heading' }),
  ),
  ...each(
    ['aria-level="3"', 'aria-expanded="true"', 'aria-checked="true"', 'aria-selected="true"'],
    (attribute) => ({
      html: `<h2 role="none" ${attribute}>x</h2>`,
      expect: 'none',
    }),
  ),
  ...each(['tabindex="0"', 'tabindex="-1"', 'contenteditable'], (attribute) => ({
    html: `<h2 role="presentation" ${attribute}>x</h2>`,
    expect: 'heading',
  })),
  ...each(['button', 'select', 'textarea', 'input'], (tag) => ({
    html: `<${tag} role="none"></${tag}>`,
    expect: tag === 'button' ? 'button' : tag === 'select' ? 'combobox' : 'textbox',
  })),
  { html: '<a href="#" role="none">x</a>', expect: 'link' },
  { html: '<a role="none">x</a>', expect: 'none' },
  { html: '<h2 role="none" aria-hidden="true">x</h2>', expect: 'none' },
  { html: '<ul role="none"><li>x</li></ul>', selector: 'li', expect: 'generic' },
  { html: '<ul role="none"><li aria-label="x">x</li></ul>', selector: 'li', expect: 'generic' },
  { html: '<ul role="none" tabindex="0"><li>x</li></ul>', selector: 'li', expect: 'listitem' },
  ...each(['tbody', 'tr', 'td'], (part) => ({
    html: '<table role="none"><tbody><tr><td>x</td></tr></tbody></table>',
    selector: part,
    expect: 'generic',
  })),
  { html: '<table role="presentation"><tr><th>x</th></tr></table>', selector: 'th', expect: 'generic' },
  { html: '<table role="none" aria-label="x"><tr><td>x</td></tr></table>', selector: 'td', expect: 'cell' },
  { html: '<div draggable="true">x</div>', expect: 'group' },
  { html: '<div draggable="false">x</div>', expect: 'generic' },
  { html: '<div autofocus>x</div>', expect: 'group' },
  { html: '<article draggable="true">x</article>', expect: 'article' },
];

const table =
  '<table><caption>c</caption><thead><tr class="h"><th class="ch">a</th><th>b</th></tr></thead><tbody><tr class="r"><th class="rh">1</th><td>2</td></tr></tbody><tfoot><tr><td>s</td></tr></tfoot></table>';

/** Roles that depend on what is around them. */
export const contexts: RoleCase[] = [
  { html: '<ul><li>x</li></ul>', selector: 'li', expect: 'listitem' },
  { html: '<ol><li>x</li></ol>', selector: 'li', expect: 'listitem' },
  { html: '<menu><li>x</li></menu>', selector: 'li', expect: 'listitem' },
  { html: '<ul><div><li>x</li></div></ul>', selector: 'li', expect: 'listitem' },
  { html: '<div role="list"><li>x</li></div>', selector: 'li', expect: 'listitem' },
  { html: '<li>x</li>', expect: 'generic' },
  { html: '<nav><li class="x">x</li></nav>', selector: '.x', expect: 'generic' },
  { html: '<ul aria-owns="o§"></ul><li id="o§">x</li>', selector: 'li', expect: 'listitem' },
  {
    html: '<div role="list"><div role="listitem" class="x">x</div></div>',
    selector: '.x',
    expect: 'listitem',
  },
  {
    html: '<div role="list"><div><div role="listitem" class="x">x</div></div></div>',
    selector: '.x',
    expect: 'listitem',
  },
  {
    html: '<div role="list" aria-owns="o§"></div><div role="listitem" id="o§" class="x">x</div>',
    selector: '.x',
    expect: 'listitem',
  },
  { html: '<div role="listitem">x</div>', expect: 'generic' },
  { html: '<p role="listitem">x</p>', expect: 'paragraph' },
  {
    html: '<div role="list"><main><div role="listitem" class="x">x</div></main></div>',
    selector: '.x',
    expect: 'generic',
  },
  ...each(['caption', 'thead', 'tbody', 'tfoot', '.h', '.r', '.ch', '.rh', 'td'], (part) => ({
    html: table,
    selector: part,
    expect:
      { caption: 'caption', '.h': 'row', '.r': 'row', '.ch': 'columnheader', '.rh': 'rowheader', td: 'cell' }[
        part
      ] ?? 'rowgroup',
  })),
  { html: '<table><tr><th scope="row">x</th></tr></table>', selector: 'th', expect: 'rowheader' },
  { html: '<table><tr><th scope="rowgroup">x</th></tr></table>', selector: 'th', expect: 'rowheader' },
  {
    html: '<table><tr><th scope="col">x</th><td>y</td></tr></table>',
    selector: 'th',
    expect: 'columnheader',
  },
  {
    html: '<table><tr><th scope="colgroup">x</th><td>y</td></tr></table>',
    selector: 'th',
    expect: 'columnheader',
  },
  { html: '<table><tr><th>x</th><th>y</th></tr></table>', selector: 'th', expect: 'columnheader' },
  { html: '<table role="grid"><tr><td>x</td></tr></table>', selector: 'td', expect: 'gridcell' },
  { html: '<table role="treegrid"><tr><td>x</td></tr></table>', selector: 'td', expect: 'gridcell' },
  { html: '<table role="grid"><tr><td>x</td></tr></table>', selector: 'tr', expect: 'row' },
  { html: '<table role="list"><tr><td>x</td></tr></table>', selector: 'td', expect: 'generic' },
  { html: '<table role="table"><tr><td>x</td></tr></table>', selector: 'td', expect: 'cell' },
  ...each(['table', 'grid', 'treegrid'], (role) => ({
    html: `<div role="${role}"><div role="row" class="x">x</div></div>`,
    selector: '.x',
    expect: 'row',
  })),
  ...each(['table', 'grid', 'treegrid'], (role) => ({
    html: `<div role="${role}"><div role="rowgroup" class="x">x</div></div>`,
    selector: '.x',
    expect: 'rowgroup',
  })),
  ...each(['columnheader', 'rowheader', 'gridcell', 'cell'], (role) => ({
    html: `<div role="grid"><div role="row"><div role="${role}" class="x">x</div></div></div>`,
    selector: '.x',
    expect: role,
  })),
  ...each(['columnheader', 'rowheader', 'gridcell', 'row', 'rowgroup'], (role) => ({
    html: `<div role="${role}">alone</div>`,
    expect: 'generic',
  })),
  ...each(['columnheader', 'rowheader', 'gridcell', 'menuitem', 'option', 'tab', 'treeitem'], (role) => ({
    html: `<button role="${role}">alone</button>`,
    expect: 'button',
  })),
  ...each(['menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'tab', 'treeitem'], (role) => ({
    html: `<nav role="${role}">alone</nav>`,
    expect: 'navigation',
  })),
  ...each(['menuitem', 'menuitemcheckbox', 'menuitemradio'], (role) => ({
    html: `<div role="menu"><div role="${role}" class="x">x</div></div>`,
    selector: '.x',
    expect: role,
  })),
  ...each(['menuitem', 'menuitemcheckbox', 'menuitemradio'], (role) => ({
    html: `<div role="menubar"><div role="group"><div role="${role}" class="x">x</div></div></div>`,
    selector: '.x',
    expect: role,
  })),
  {
    html: '<ul role="menu"><li role="none"><a href="#" role="menuitem" class="x">x</a></li></ul>',
    selector: '.x',
    expect: 'menuitem',
  },
  {
    html: '<ul role="menu"><li><a href="#" role="menuitem" class="x">x</a></li></ul>',
    selector: '.x',
    expect: 'menuitem',
  },
  {
    html: '<div role="listbox"><div role="option" class="x">x</div></div>',
    selector: '.x',
    expect: 'option',
  },
  {
    html: '<div role="listbox"><div role="group"><div role="option" class="x">x</div></div></div>',
    selector: '.x',
    expect: 'option',
  },
  { html: '<ul role="listbox"><li role="option" class="x">x</li></ul>', selector: '.x', expect: 'option' },
  {
    html: '<div role="tablist"><button role="tab" class="x">x</button></div>',
    selector: '.x',
    expect: 'tab',
  },
  {
    html: '<ul role="tablist"><li><a href="#" role="tab" class="x">x</a></li></ul>',
    selector: '.x',
    expect: 'tab',
  },
  { html: '<ul role="tree"><li role="treeitem" class="x">x</li></ul>', selector: '.x', expect: 'treeitem' },
  {
    html: '<ul role="tree"><li role="treeitem">x<ul role="group"><li role="treeitem" class="x">y</li></ul></li></ul>',
    selector: '.x',
    expect: 'treeitem',
  },
  {
    html: '<div><template shadowrootmode="open"><slot></slot></template><div role="tab" class="x">x</div></div>',
    selector: '.x',
    expect: 'generic',
  },
  {
    html: '<div><template shadowrootmode="open"><div role="tablist"><slot></slot></div></template><div role="tab" class="x">x</div></div>',
    selector: '.x',
    expect: 'tab',
  },
];

/** Levels of headings. */
export const levels: Case<number>[] = [
  ...[1, 2, 3, 4, 5, 6].map((level) => ({ html: `<h${level}>x</h${level}>`, expect: level })),
  { html: '<h1 aria-level="4">x</h1>', expect: 4 },
  { html: '<h3 aria-level="0">x</h3>', expect: 3 },
  { html: '<h3 aria-level="deep">x</h3>', expect: 3 },
  { html: '<div role="heading">x</div>', expect: 2 },
  { html: '<div role="heading" aria-level="1">x</div>', expect: 1 },
  { html: '<div role="heading" aria-level="7">x</div>', expect: 7 },
];
