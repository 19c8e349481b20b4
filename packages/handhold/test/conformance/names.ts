import { each, type NameCase, pixel } from './case.js';

const textInputs = ['text', 'email', 'password', 'search', 'tel', 'url', 'number'];
const otherInputs = [
  'checkbox',
  'radio',
  'range',
  'color',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
  'file',
];

/** Ways to keep something from everyone, or from assistive technology alone. */
const hidden = [
  'hidden',
  'style="display: none"',
  'style="visibility: hidden"',
  'style="visibility: collapse"',
  'aria-hidden="true"',
];

/** Wraps an item in what its role needs around it. */
const around: Record<string, (item: string) => string> = {
  cell: (item) => `<div role="table"><div role="row">${item}</div></div>`,
  columnheader: (item) => `<div role="table"><div role="row">${item}</div></div>`,
  gridcell: (item) => `<div role="grid"><div role="row">${item}</div></div>`,
  menuitem: (item) => `<div role="menu">${item}</div>`,
  menuitemcheckbox: (item) => `<div role="menu">${item}</div>`,
  menuitemradio: (item) => `<div role="menu"><div role="group">${item}</div></div>`,
  option: (item) => `<div role="listbox">${item}</div>`,
  row: (item) => `<div role="table">${item}</div>`,
  rowheader: (item) => `<div role="table"><div role="row">${item}</div></div>`,
  tab: (item) => `<div role="tablist">${item}</div>`,
  treeitem: (item) => `<div role="tree">${item}</div>`,
};

function placed(role: string, item: string): string {
  return around[role]?.(item) ?? item;
}

const fromContent =
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  );

const notFromContent =
  'alert alertdialog application banner blockquote complementary contentinfo dialog document feed figure grid group list listbox log main marquee menu menubar meter navigation note progressbar radiogroup rowgroup scrollbar search searchbox separator slider spinbutton status table tablist tabpanel textbox timer toolbar tree treegrid'.split(
    ' ',
  );

/** Roles whose name is the text in them, and roles for which text is not a name. */
export const content: NameCase[] = [
  ...each(fromContent, (role) => ({
    html: placed(role, `<div role="${role}" class="x">Blue <b>whale</b></div>`),
    selector: '.x',
    expect: 'Blue whale',
  })),
  ...each(fromContent, (role) => ({
    html: placed(role, `<div role="${role}" class="x" title="Unused">Grey seal</div>`),
    selector: '.x',
    expect: 'Grey seal',
  })),
  ...each(fromContent, (role) => ({
    html: placed(role, `<div role="${role}" class="x" title="Only a title"></div>`),
    selector: '.x',
    expect: 'Only a title',
  })),
  ...each(notFromContent, (role) => ({ html: `<div role="${role}">Not a name</div>`, expect: '' })),
  ...each(notFromContent, (role) => ({
    html: `<div role="${role}" title="From the title">Not a name</div>`,
    expect: 'From the title',
  })),
  ...each([...fromContent, ...notFromContent], (role) => ({
    html: placed(role, `<div role="${role}" class="x" aria-label="Given" title="Unused">Text</div>`),
    selector: '.x',
    expect: 'Given',
  })),
  ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'button'], (tag) => ({
    html: `<${tag}>Part <i>one</i></${tag}>`,
    expect: 'Part one',
  })),
  { html: '<a href="#">Read <em>more</em></a>', expect: 'Read more' },
  {
    html: '<details><summary>Shipping costs</summary>Free</details>',
    selector: 'summary',
    expect: 'Shipping costs',
  },
  { html: '<table><tr><th>Year</th></tr></table>', selector: 'th', expect: 'Year' },
  { html: '<table><tr><td>1969</td></tr></table>', selector: 'td', expect: '1969' },
  { html: '<select><option>Norway</option></select>', selector: 'option', expect: 'Norway' },
  { html: '<p>Paragraphs have no name.</p>', expect: '' },
  { html: '<ul><li>Neither have items</li></ul>', selector: 'li', expect: '' },
  { html: '<dl><dt>Nor terms</dt><dd>Nor definitions</dd></dl>', selector: 'dt', expect: '' },
];

/** How the pieces of a text are joined. */
export const spacing: NameCase[] = [
  { html: '<button><span>Foot</span><span>ball</span></button>', expect: 'Football' },
  { html: '<button><span>Foot</span> <span>ball</span></button>', expect: 'Foot ball' },
  { html: '<button><div>Two</div><div>lines</div></button>', expect: 'Two lines' },
  { html: '<button>Two<br>lines</button>', expect: 'Two lines' },
  ...each(
    ['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'table', 'list-item', 'flow-root'],
    (display) => ({
      html: `<button><span style="display: ${display}">New</span><span style="display: ${display}">mail</span></button>`,
      expect: 'New mail',
    }),
  ),
  {
    html: '<button><span style="display: contents">New</span><span style="display: contents">mail</span></button>',
    expect: 'Newmail',
  },
  { html: '<h2>  Much   white \n space\t</h2>', expect: 'Much white space' },
  { html: '<h2>Kept&nbsp;together</h2>', expect: 'Kept\u00a0together' },
  { html: '<button aria-label="&nbsp;padded&nbsp;">x</button>', expect: '\u00a0padded\u00a0' },
  { html: '<h2>one<!-- nothing -->two</h2>', expect: 'onetwo' },
  { html: '<h2>one<span></span>two</h2>', expect: 'onetwo' },
  { html: '<h2>one<span><i> </i></span>two</h2>', expect: 'one two' },
  {
    html: '<button>Save<script>1</script><style>b{}</style><template>no</template></button>',
    expect: 'Save',
  },
  { html: '<button>a &lt; b &amp;&amp; c</button>', expect: 'a < b && c' },
  { html: '<a href="#">Grüße, 世界 🌍</a>', expect: 'Grüße, 世界 🌍' },
  {
    html: '<table><tr class="x"><td>Ada</td><td>Lovelace</td></tr></table>',
    selector: 'tr',
    expect: 'Ada Lovelace',
  },
  { html: '<h2 style="text-transform: uppercase">News</h2>', expect: 'NEWS' },
  { html: '<h2 style="text-transform: lowercase">NEWS</h2>', expect: 'news' },
  { html: '<h2 style="text-transform: capitalize">good morning all</h2>', expect: 'Good Morning All' },
  {
    html: '<h2 style="text-transform: uppercase">a<b style="text-transform: none">b</b>c</h2>',
    expect: 'AbC',
  },
  { html: '<h2 aria-label="As is" style="text-transform: uppercase">x</h2>', expect: 'As is' },
];

/** Items that hold other items are not named by those. */
export const items: NameCase[] = [
  {
    html: '<ul role="tree"><li role="treeitem" class="x">Letters<ul role="group"><li role="treeitem">May</li></ul></li></ul>',
    selector: '.x',
    expect: 'Letters',
  },
  {
    html: '<ul role="menu"><li role="menuitem" class="x">File<ul role="menu"><li role="menuitem">New</li></ul></li></ul>',
    selector: '.x',
    expect: 'File',
  },
  {
    html: '<ul role="menu"><li role="menuitem" class="x"><a href="#">File <b>…</b></a></li></ul>',
    selector: '.x',
    expect: 'File …',
  },
  { html: `<button>one<img alt="two" src="${pixel}">three</button>`, expect: 'one two three' },
  { html: '<h3><ruby>明日<rp>(</rp><rt>あした</rt><rp>)</rp></ruby></h3>', expect: '明日' },
];

/** aria-labelledby and aria-label. */
export const references: NameCase[] = [
  { html: '<button aria-labelledby="a§">x</button><b id="a§">Send</b>', expect: 'Send' },
  {
    html: '<button aria-labelledby="a§ b§">x</button><b id="a§">Send</b><b id="b§">letter</b>',
    expect: 'Send letter',
  },
  {
    html: '<button aria-labelledby="b§ a§">x</button><b id="a§">Send</b><b id="b§">letter</b>',
    expect: 'letter Send',
  },
  {
    html: '<button id="s§" aria-labelledby="s§ t§">Delete</button><b id="t§">report.pdf</b>',
    expect: 'Delete report.pdf',
  },
  {
    html: '<button id="s§" aria-label="Delete" aria-labelledby="s§ t§">x</button><b id="t§">report.pdf</b>',
    expect: 'Delete report.pdf',
  },
  {
    html: '<button id="s§" aria-labelledby="t§ s§">Delete</button><b id="t§">report.pdf</b>',
    expect: 'report.pdf Delete',
  },
  { html: '<button aria-labelledby="none§">Stays</button>', expect: 'Stays' },
  { html: '<button aria-labelledby="none§ a§">x</button><b id="a§">Found</b>', expect: 'Found' },
  { html: '<button aria-labelledby="a§">Stays</button><b id="a§"></b>', expect: 'Stays' },
  { html: '<button aria-labelledby="a§">Stays</button><b id="a§">  </b>', expect: 'Stays' },
  { html: '<button aria-labelledby="a§" aria-label="Second">x</button><b id="a§"></b>', expect: 'Second' },
  { html: '<button aria-labelledby="">Stays</button>', expect: 'Stays' },
  { html: '<button aria-label="">Stays</button>', expect: 'Stays' },
  { html: '<button aria-label="   ">Stays</button>', expect: 'Stays' },
  { html: '<button aria-label="  Trimmed ">x</button>', expect: 'Trimmed' },
  { html: '<button aria-label="Two\nlines">x</button>', expect: 'Two lines' },
  {
    html: '<button aria-labelledby="a§" aria-label="Unused">x</button><b id="a§">First</b>',
    expect: 'First',
  },
  {
    html: '<button aria-labelledby="a§">x</button><b id="a§" aria-label="Its label">Its text</b>',
    expect: 'Its label',
  },
  {
    html: '<button aria-labelledby="a§">x</button><b id="a§" aria-labelledby="b§">Near</b><b id="b§">Far</b>',
    expect: 'Near',
  },
  {
    html: `<button aria-labelledby="a§">x</button><img id="a§" alt="A bicycle" src="${pixel}">`,
    expect: 'A bicycle',
  },
  { html: '<button aria-labelledby="a§">x</button><input id="a§" value="Typed">', expect: 'Typed' },
  { html: '<button aria-labelledby="a§">x</button><textarea id="a§">Written</textarea>', expect: 'Written' },
  {
    html: '<button aria-labelledby="a§">x</button><select id="a§"><option>A<option selected>Chosen</select>',
    expect: 'Chosen',
  },
  {
    html: '<button aria-labelledby="a§">x</button><input type="checkbox" id="a§" value="v"><label for="a§">Its own label</label>',
    expect: 'Its own label',
  },
  {
    html: '<button aria-labelledby="a§">x</button><input type="password" id="a§" value="geheim" aria-label="PIN">',
    expect: 'PIN',
  },
  {
    html: '<a href="#" aria-labelledby="a§">x</a><ul id="a§"><li>one</li><li>two</li></ul>',
    expect: '• one • two',
  },
  { html: '<div role="group" aria-labelledby="h§"><h3 id="h§">Inside</h3>Text</div>', expect: 'Inside' },
  { html: '<section aria-labelledby="h§"><h3 id="h§">A part</h3></section>', expect: 'A part' },
  {
    html: '<nav aria-labelledby="a§ b§"><b id="a§">Main</b><b>not</b><b id="b§">menu</b></nav>',
    expect: 'Main menu',
  },
  { html: '<button aria-labeledby="a§">x</button><b id="a§">Misspelt</b>', expect: 'Misspelt' },
  {
    html: '<button aria-labeledby="a§" aria-labelledby="b§">x</button><b id="a§">Misspelt</b><b id="b§">Right</b>',
    expect: 'Right',
  },
  ...each(hidden, (how) => ({
    html: `<button aria-labelledby="a§">x</button><b id="a§" ${how}>Kept <i>for</i> this</b>`,
    expect: 'Kept for this',
  })),
  ...each(hidden, (how) => ({
    html: `<button aria-labelledby="a§">x</button><b id="a§" ${how}>Outer <i ${how}>inner</i></b>`,
    expect: 'Outer inner',
  })),
  ...each(hidden, (how) => ({
    html: `<button aria-labelledby="a§">x</button><b id="a§">Seen <i ${how}>unseen</i></b>`,
    expect: 'Seen',
  })),
  ...each(hidden, (how) => ({
    html: `<div ${how}><b id="a§">In something hidden</b></div><button aria-labelledby="a§">x</button>`,
    selector: 'button',
    expect: 'In something hidden',
  })),
  ...each(hidden, (how) => ({ html: `<button>Seen <i ${how}>unseen</i></button>`, expect: 'Seen' })),
  ...each(hidden.slice(0, 3), (how) => ({ html: `<button ${how}>Not there</button>`, expect: '' })),
  {
    html: '<h3>Near <b style="visibility: hidden">gone <i style="visibility: visible">back</i></b></h3>',
    expect: 'Near back',
  },
  { html: '<h3>Shown <i aria-hidden="false">also</i></h3>', expect: 'Shown also' },
  {
    html: `<h3><a href="#" aria-labelledby="p§">x</a> <a href="#">one <img id="p§" alt="two" src="${pixel}"> three</a></h3>`,
    expect: 'two one three',
  },
  {
    html: `<h3><a href="#" aria-labelledby="p§">x</a> <a href="#" class="x">one <img id="p§" alt="two" src="${pixel}"> three</a></h3>`,
    selector: '.x',
    expect: 'one two three',
  },
  {
    html: '<span id="l§">Name <input aria-labelledby="l§" value="Ada"></span>',
    selector: 'input',
    expect: 'Name',
  },
];

/** Labels of form controls. */
export const labels: NameCase[] = [
  ...each([...textInputs, ...otherInputs], (type) => ({
    html: `<label for="i§">My ${type}</label><input id="i§" type="${type}">`,
    selector: 'input',
    expect: `My ${type}`,
  })),
  ...each([...textInputs, ...otherInputs], (type) => ({
    html: `<label>Your ${type} <input type="${type}"></label>`,
    selector: 'input',
    expect: `Your ${type}`,
  })),
  ...each([...textInputs, ...otherInputs], (type) => ({
    html: `<input type="${type}" title="The ${type}">`,
    expect: `The ${type}`,
  })),
  ...each([...textInputs, ...otherInputs], (type) => ({
    html: `<label for="i§">Unused</label><input id="i§" type="${type}" aria-label="Given">`,
    selector: 'input',
    expect: 'Given',
  })),
  ...each(textInputs, (type) => ({ html: `<input type="${type}" placeholder="e.g. 7">`, expect: 'e.g. 7' })),
  ...each(textInputs, (type) => ({
    html: `<input type="${type}" placeholder="Unused" title="Title first">`,
    expect: 'Title first',
  })),
  ...each(textInputs, (type) => ({
    html: `<input type="${type}" aria-placeholder="Last of all">`,
    expect: 'Last of all',
  })),
  ...each(textInputs, (type) => ({ html: `<input type="${type}" value="1">`, expect: '' })),
  ...each(['select', 'textarea', 'meter', 'progress', 'output', 'button'], (tag) => ({
    html: `<label for="i§">For a ${tag}</label><${tag} id="i§"></${tag}>`,
    selector: tag,
    expect: `For a ${tag}`,
  })),
  ...each(['select', 'textarea', 'meter', 'progress', 'output'], (tag) => ({
    html: `<label>Around a ${tag} <${tag}></${tag}></label>`,
    selector: tag,
    expect: `Around a ${tag}`,
  })),
  {
    html: '<label for="i§">One</label><label for="i§">Two</label><input id="i§">',
    selector: 'input',
    expect: 'One Two',
  },
  {
    html: '<label for="i§">Outside</label><label>Inside <input id="i§"></label>',
    selector: 'input',
    expect: 'Outside Inside',
  },
  { html: '<label>Nested <b>mark<i>up</i></b> <input></label>', selector: 'input', expect: 'Nested markup' },
  { html: '<label>Before <input> after</label>', selector: 'input', expect: 'Before after' },
  { html: '<label aria-label="Spoken">Written <input></label>', selector: 'input', expect: 'Spoken' },
  {
    html: '<label><input type="checkbox"> I agree to the <a href="#">terms</a></label>',
    selector: 'input',
    expect: 'I agree to the terms',
  },
  {
    html: `<label><input type="radio"><img alt="Visa" src="${pixel}"></label>`,
    selector: 'input',
    expect: 'Visa',
  },
  { html: '<label role="none">Still <input></label>', selector: 'input', expect: 'Still' },
  {
    html: '<label role="presentation" for="i§">Still so</label><input id="i§">',
    selector: 'input',
    expect: 'Still so',
  },
  { html: '<label for="i§" hidden>Unseen</label><input id="i§">', selector: 'input', expect: '' },
  {
    html: '<label for="i§" hidden>Unseen</label><input id="i§" placeholder="Seen">',
    selector: 'input',
    expect: 'Seen',
  },
  {
    html: '<label for="i§" aria-hidden="true">Seen by all</label><input id="i§">',
    selector: 'input',
    expect: 'Seen by all',
  },
  { html: '<label>Text <i hidden>unseen</i><input></label>', selector: 'input', expect: 'Text' },
  {
    html: '<label for="i§">Never</label><div id="i§" role="textbox">x</div>',
    selector: '[role]',
    expect: '',
  },
  {
    html: '<label for="i§">Country</label><select id="i§"><option>Peru</option></select>',
    selector: 'select',
    expect: 'Country',
  },
  {
    html: '<label>Country <select><option>Peru</option></select></label>',
    selector: 'select',
    expect: 'Country',
  },
  { html: '<select title="Titled"><option>Peru</option></select>', expect: 'Titled' },
  { html: '<select><option>Peru</option></select>', expect: '' },
  { html: '<textarea title="Notes"></textarea>', expect: 'Notes' },
  { html: '<textarea placeholder="Write here">x</textarea>', expect: 'Write here' },
];

/** Controls in a name stand for what they hold. */
export const embedded: NameCase[] = [
  ...each(
    [
      '<input value="3">',
      '<input type="number" value="3">',
      '<input type="range" min="1" max="5" value="3">',
      '<input role="combobox" value="3">',
      '<select><option>2<option selected>3</select>',
      '<select size="3"><option>2<option selected>3</select>',
      '<textarea>3</textarea>',
      '<span role="textbox" tabindex="0">3</span>',
      '<span role="searchbox" tabindex="0">3</span>',
      '<span role="combobox" tabindex="0">3</span>',
      '<span role="slider" tabindex="0" aria-valuenow="3">three</span>',
      '<span role="spinbutton" tabindex="0" aria-valuenow="3">three</span>',
      '<span role="slider" tabindex="0" aria-valuenow="0.3" aria-valuetext="3">x</span>',
      '<span role="spinbutton" tabindex="0" aria-valuenow="0.3" aria-valuetext="3">x</span>',
      '<span role="listbox"><span role="option">2</span><span role="option" aria-selected="true">3</span></span>',
      '<span role="progressbar" aria-valuenow="3">x</span>',
      '<span role="meter" aria-valuenow="3">x</span>',
      '<meter max="9" value="3">x</meter>',
    ],
    (control) => ({
      html: `<label><input type="checkbox" class="x"> Repeat ${control} times</label>`,
      selector: '.x',
      expect: 'Repeat 3 times',
    }),
  ),
  {
    html: '<label><input type="checkbox" class="x"> Use <input type="password" value="geheim"></label>',
    selector: '.x',
    expect: 'Use',
  },
  {
    html: '<label><input type="checkbox"> Repeat <input class="x" value="3" aria-label="how often"> times</label>',
    selector: '.x',
    expect: 'how often',
  },
  { html: '<h3>Page <input value="2" aria-label="page number"> of 9</h3>', expect: 'Page 2 of 9' },
  { html: '<h3>Page <button aria-label="two">2</button> of 9</h3>', expect: 'Page two of 9' },
  { html: '<h3>Sort by <button>Name</button></h3>', expect: 'Sort by Name' },
];

/** What HTML itself has for names. */
export const native: NameCase[] = [
  { html: '<input type="submit">', expect: 'Submit' },
  { html: '<input type="reset">', expect: 'Reset' },
  ...each(['button', 'submit', 'reset'], (type) => ({
    html: `<input type="${type}" value="Go">`,
    expect: 'Go',
  })),
  ...each(['button', 'submit', 'reset'], (type) => ({
    html: `<label for="i§">Labelled</label><input id="i§" type="${type}" value="Go">`,
    selector: 'input',
    expect: 'Labelled',
  })),
  { html: '<input type="button" title="Titled">', expect: 'Titled' },
  { html: '<input type="button">', expect: '' },
  { html: `<input type="image" alt="Buy" src="${pixel}">`, expect: 'Buy' },
  { html: `<input type="image" title="Buy now" src="${pixel}">`, expect: 'Buy now' },
  { html: `<input type="image" src="${pixel}">`, expect: 'Submit' },
  { html: `<img alt="A lighthouse" src="${pixel}">`, expect: 'A lighthouse' },
  { html: `<img alt="A lighthouse" title="Unused" src="${pixel}">`, expect: 'A lighthouse' },
  { html: `<img title="From the title" src="${pixel}">`, expect: 'From the title' },
  { html: `<img alt="" src="${pixel}">`, expect: '' },
  { html: `<img src="${pixel}">`, expect: '' },
  { html: `<img alt="Unused" aria-label="Given" src="${pixel}">`, expect: 'Given' },
  { html: `<img role="none" alt="Unused" src="${pixel}">`, expect: '' },
  { html: `<a href="#"><img alt="Home" src="${pixel}"></a>`, expect: 'Home' },
  { html: `<a href="#"><img alt="" src="${pixel}">Home</a>`, expect: 'Home' },
  { html: `<a href="#" title="Home"><img alt="" src="${pixel}"></a>`, expect: 'Home' },
  { html: `<button><img alt="Print" src="${pixel}"> page</button>`, expect: 'Print page' },
  {
    html: `<figure><img class="x" src="${pixel}"><figcaption>The caption</figcaption></figure>`,
    selector: '.x',
    expect: 'The caption',
  },
  {
    html: `<figure><img class="x" alt="Its own" src="${pixel}"><figcaption>The caption</figcaption></figure>`,
    selector: '.x',
    expect: 'Its own',
  },
  {
    html: `<figure>Text <img class="x" src="${pixel}"><figcaption>The caption</figcaption></figure>`,
    selector: '.x',
    expect: '',
  },
  { html: '<figure>Text<figcaption>Not its name</figcaption></figure>', expect: '' },
  {
    html: '<figure aria-labelledby="c§">Text<figcaption id="c§">Said to be</figcaption></figure>',
    expect: 'Said to be',
  },
  { html: '<fieldset><legend>Address</legend><input></fieldset>', expect: 'Address' },
  { html: '<fieldset><legend>First</legend><legend>Second</legend></fieldset>', expect: 'First' },
  { html: '<fieldset><legend hidden>Unseen</legend><legend>Seen</legend></fieldset>', expect: 'Seen' },
  { html: '<fieldset title="Titled"><input></fieldset>', expect: 'Titled' },
  { html: '<fieldset aria-label="Given"><legend>Unused</legend></fieldset>', expect: 'Given' },
  { html: '<fieldset role="none"><legend>Unused</legend></fieldset>', expect: '' },
  { html: '<table><caption>Results <b>2026</b></caption><tr><td>1</table>', expect: 'Results 2026' },
  { html: '<table title="Titled"><tr><td>1</table>', expect: 'Titled' },
  { html: '<table aria-label="Given"><caption>Unused</caption><tr><td>1</table>', expect: 'Given' },
  { html: '<table><caption hidden>Unseen</caption><tr><td>1</table>', expect: '' },
  { html: '<table role="none"><caption>Unused</caption><tr><td>1</table>', expect: '' },
  {
    html: '<select><optgroup label="Fruit"><option>Fig</optgroup></select>',
    selector: 'optgroup',
    expect: 'Fruit',
  },
  {
    html: '<select><optgroup label="" title="Titled"><option>Fig</optgroup></select>',
    selector: 'optgroup',
    expect: 'Titled',
  },
  {
    html: '<select><option label="Short">Much longer</option></select>',
    selector: 'option',
    expect: 'Short',
  },
  { html: '<iframe title="Map" width="9" height="9"></iframe>', expect: 'Map' },
  { html: '<iframe width="9" height="9"></iframe>', expect: '' },
  {
    html: `<img usemap="#m§" alt="Plan" width="20" height="20" src="${pixel}"><map name="m§"><area shape="rect" coords="0,0,9,9" href="#" alt="Kitchen"></map>`,
    selector: 'area',
    expect: 'Kitchen',
  },
  { html: '<svg width="9" height="9"><title>Star</title><path d="M0 0"/></svg>', expect: 'Star' },
  { html: '<svg width="9" height="9" aria-label="Given"><title>Star</title></svg>', expect: 'Given' },
  { html: '<svg width="9" height="9"><g><title>Deeper</title><path d="M0 0"/></g></svg>', expect: 'Deeper' },
  {
    html: '<svg width="9" height="9"><g><title>A group</title><path d="M0 0"/></g></svg>',
    selector: 'g',
    expect: 'A group',
  },
  {
    html: '<svg width="9" height="9"><circle r="4"><title>A dot</title></circle></svg>',
    selector: 'circle',
    expect: 'A dot',
  },
  { html: '<svg width="9" height="9"><desc>Described</desc></svg>', expect: '' },
  { html: '<button><svg width="9" height="9"><title>Close</title></svg></button>', expect: 'Close' },
  {
    html: '<button><svg width="9" height="9" aria-hidden="true"><title>Close</title></svg></button>',
    expect: '',
  },
  {
    html: '<button><svg width="9" height="9" aria-hidden="true"><title>x</title></svg> Close</button>',
    expect: 'Close',
  },
  {
    html: '<svg width="9" height="9"><a href="#"><text y="9">Drawn</text></a></svg>',
    selector: 'a',
    expect: 'Drawn',
  },
  { html: '<math alttext="x squared"><mi>x</mi></math>', expect: 'x squared' },
  ...each(
    'address article aside blockquote details footer form header hgroup main nav ol search section ul'.split(
      ' ',
    ),
    (tag) => ({
      html: `<${tag}>Text</${tag}>`,
      expect: '',
    }),
  ),
  ...each(
    'address article aside blockquote details footer form header hgroup main nav ol search section ul'.split(
      ' ',
    ),
    (tag) => ({
      html: `<${tag} title="Titled">Text</${tag}>`,
      expect: 'Titled',
    }),
  ),
  ...each(
    'address article aside blockquote details footer form header hgroup main nav ol search section ul'.split(
      ' ',
    ),
    (tag) => ({
      html: `<${tag} aria-label="Given" title="Unused">Text</${tag}>`,
      expect: 'Given',
    }),
  ),
  { html: '<abbr title="European Union">EU</abbr>', expect: 'European Union' },
  { html: '<hr title="The end">', expect: 'The end' },
  { html: '<details><summary title="Unused">Seen</summary>x</details>', selector: 'summary', expect: 'Seen' },
  { html: '<div role="dialog"><h2>Delete this?</h2><p>Text</p></div>', expect: 'Delete this?' },
  { html: '<div role="alertdialog"><div><h2>Are you sure?</h2></div></div>', expect: 'Are you sure?' },
  { html: '<div role="dialog" aria-label="Given"><h2>Unused</h2></div>', expect: 'Given' },
  { html: '<div role="dialog"><div><h3>Deeper</h3></div><h2>Higher up</h2></div>', expect: 'Higher up' },
];

/** Text that style sheets add. The rules stand in `nameStyles`. */
export const nameStyles = `
.n-before::before { content: "new "; }
.n-after::after { content: " (opens)"; }
.n-tight::before, .n-tight::after { content: "|"; }
.n-alt::before { content: "★" / "starred "; }
.n-alts::before { content: "★" / "rated " attr(data-stars) " of 5 "; }
.n-silent::before { content: "→" / ""; }
.n-icon::before { content: "\\f101"; }
.n-block::before { content: "above"; display: block; }
.n-none::before { content: "gone"; display: none; }
.n-unseen::before { content: "gone"; visibility: hidden; }
.n-quote::before { content: "say \\"hi\\" "; }
.n-attr::after { content: attr(data-suffix); }
:is(.n-is, .n-other)::after { content: "!"; }
.n-nest { &::after { content: "?"; } }
@media all { .n-media::after { content: "…"; } }
.n-marker::marker { content: "→ "; }
`;

export const styled: NameCase[] = [
  ...each(['button', 'h3'], (tag) => ({
    html: `<${tag} class="n-before">mail</${tag}>`,
    expect: 'new mail',
  })),
  { html: '<a href="#" class="n-after">PDF</a>', expect: 'PDF (opens)' },
  { html: '<button class="n-before n-after">tab</button>', expect: 'new tab (opens)' },
  { html: '<button class="n-tight">x</button>', expect: '|x|' },
  { html: '<button class="n-alt">mail</button>', expect: 'starred mail' },
  { html: '<button class="n-alts" data-stars="4">film</button>', expect: 'rated 4 of 5 film' },
  { html: '<button class="n-silent">Next</button>', expect: 'Next' },
  { html: '<button class="n-icon">Menu</button>', expect: 'Menu' },
  { html: '<button class="n-icon"></button>', expect: '' },
  { html: '<button class="n-block">below</button>', expect: 'above below' },
  { html: '<button class="n-none">here</button>', expect: 'here' },
  { html: '<button class="n-unseen">here</button>', expect: 'here' },
  { html: '<button class="n-quote">there</button>', expect: 'say "hi" there' },
  { html: '<button class="n-attr" data-suffix=" kg">5</button>', expect: '5 kg' },
  { html: '<button class="n-is">Go</button>', expect: 'Go!' },
  { html: '<button class="n-nest">Go</button>', expect: 'Go?' },
  { html: '<button class="n-media">More</button>', expect: 'More…' },
  { html: '<button><i class="n-alt"></i> items</button>', expect: 'starred items' },
  { html: '<button aria-label="Given" class="n-before">x</button>', expect: 'Given' },
  { html: '<button aria-labelledby="a§">x</button><b id="a§" class="n-before">mail</b>', expect: 'new mail' },
  { html: '<label class="n-before">mail <input></label>', selector: 'input', expect: 'new mail' },
  {
    html: '<ul><li id="a§" class="n-marker">go</li></ul><button aria-labelledby="a§">x</button>',
    selector: 'button',
    expect: '→ go',
  },
  {
    html: '<ol start="4"><li>x</li><li id="a§">go</li></ol><button aria-labelledby="a§">x</button>',
    selector: 'button',
    expect: '5. go',
  },
];

/** Ownership, shadow trees and slots. */
export const trees: NameCase[] = [
  { html: '<button aria-owns="o§">Buy</button><b id="o§">now</b>', expect: 'Buy now' },
  { html: '<button aria-owns="o§">Buy</button><b id="o§" hidden>now</b>', expect: 'Buy' },
  { html: '<button aria-owns="o§">Buy</button><div hidden><b id="o§">now</b></div>', expect: 'Buy' },
  { html: '<button aria-owns="o§">Buy</button><b id="o§" aria-hidden="true">now</b>', expect: 'Buy' },
  {
    html: '<button aria-owns="o§ p§">Buy</button><b id="p§">today</b><b id="o§">now</b>',
    expect: 'Buy now today',
  },
  { html: '<h3 id="o§"><button aria-owns="o§">Round</button></h3>', selector: 'button', expect: 'Round' },
  { html: '<button><i hidden aria-owns="o§">x</i>Go</button><b id="o§">on</b>', expect: 'Go' },
  {
    html: '<button><span><template shadowrootmode="open">Inside</template></span></button>',
    expect: 'Inside',
  },
  {
    html: '<button><span>placed<template shadowrootmode="open">a <slot></slot> b</template></span></button>',
    expect: 'a placed b',
  },
  {
    html: '<button><span><template shadowrootmode="open">a <slot>default</slot> b</template></span></button>',
    expect: 'a default b',
  },
  {
    html: '<button><span>never shown<template shadowrootmode="open">Inside</template></span></button>',
    expect: 'Inside',
  },
  {
    html: '<button><span><i slot="two">2</i><i slot="one">1</i><template shadowrootmode="open"><slot name="one"></slot><slot name="two"></slot></template></span></button>',
    expect: '12',
  },
  {
    html: '<button><span>x<template shadowrootmode="open"><slot aria-label="Unused"></slot></template></span></button>',
    expect: 'x',
  },
  {
    html: '<button><span><template shadowrootmode="open"><i aria-label="Labelled"></i></template></span></button>',
    expect: 'Labelled',
  },
  {
    html: '<div><template shadowrootmode="open"><button class="deep§" aria-labelledby="q">x</button><b id="q">Same tree</b></template></div>',
    selector: '^.deep§',
    expect: 'Same tree',
  },
  {
    html: '<button aria-labelledby="h§">x</button><div id="h§"><template shadowrootmode="open">From a host</template></div>',
    expect: 'From a host',
  },
];

/** Things that hold nothing, mean nothing, or are only decoration. */
export const oddities: NameCase[] = [
  { html: '<button></button>', expect: '' },
  { html: '<a href="#"></a>', expect: '' },
  { html: '<h3><span role="none">Plain</span> text</h3>', expect: 'Plain text' },
  { html: '<button><span role="presentation">Plain</span></button>', expect: 'Plain' },
  { html: '<button><span role="img" aria-label="Star"></span> it</button>', expect: 'Star it' },
  { html: '<button><span role="img">hidden in an image</span></button>', expect: 'hidden in an image' },
  { html: '<span aria-label="Named anyway">x</span>', expect: 'Named anyway' },
  { html: '<code aria-label="Named anyway">x</code>', expect: 'Named anyway' },
  { html: '<code title="Titled">x</code>', expect: 'Titled' },
  { html: '<h3><abbr title="Also known as">aka</abbr> me</h3>', expect: 'aka me' },
  { html: '<h3><i title="Stands alone"></i></h3>', expect: 'Stands alone' },
  { html: '<a href="#"><input type="image" alt="Picture"></a>', expect: 'Picture' },
  { html: '<h3>Half ½ of <sup>2</sup></h3>', expect: 'Half ½ of 2' },
  { html: `<button>${'long '.repeat(30)}</button>`, expect: 'long '.repeat(30).trim() },
];
