import { type NameCase, pixel } from './case.js';

/** What is said of an element besides its name. */
export const descriptions: NameCase[] = [
  {
    html: '<button aria-describedby="d§">Send</button><p id="d§">Can not be undone</p>',
    expect: 'Can not be undone',
  },
  {
    html: '<button aria-describedby="d§ e§">Send</button><p id="e§">ever</p><p id="d§">Not undone</p>',
    expect: 'Not undone ever',
  },
  {
    html: '<button aria-describedby="d§">Send</button><p id="d§" hidden>Hidden but meant</p>',
    expect: 'Hidden but meant',
  },
  {
    html: '<button aria-describedby="d§">Send</button><p id="d§" style="display: none">Hidden <b>too</b></p>',
    expect: 'Hidden too',
  },
  { html: '<button aria-describedby="none§">Send</button>', expect: '' },
  { html: '<button aria-describedby="none§ d§">Send</button><p id="d§">Found</p>', expect: 'Found' },
  {
    html: '<button aria-describedby="d§" aria-description="Second">Send</button><p id="d§">First</p>',
    expect: 'First',
  },
  { html: '<button aria-describedby="d§" title="Third">Send</button><p id="d§">First</p>', expect: 'First' },
  {
    html: '<button aria-describedby="d§">Send</button><p id="d§" aria-label="Its label">Text</p>',
    expect: 'Its label',
  },
  {
    html: '<button aria-describedby="d§">Send</button><div id="d§"><p>Two</p><p>parts</p></div>',
    expect: 'Two parts',
  },
  {
    html: `<button aria-describedby="d§">Send</button><img id="d§" alt="A picture" src="${pixel}">`,
    expect: 'A picture',
  },
  {
    html: '<button aria-describedby="d§">Send</button><p id="d§" aria-labelledby="e§">Near</p><p id="e§">Far</p>',
    expect: 'Near',
  },
  { html: '<button aria-description="In so many words">Send</button>', expect: 'In so many words' },
  { html: '<button aria-description="First" title="Second">Send</button>', expect: 'First' },
  { html: '<button aria-description="">Send</button>', expect: '' },
  { html: '<button title="More about it">Send</button>', expect: 'More about it' },
  { html: '<button title="Send">Send</button>', expect: '' },
  { html: '<button title="The name"></button>', expect: '' },
  { html: '<button aria-label="Named" title="Described">x</button>', expect: 'Described' },
  { html: '<a href="#" title="Opens a map">Where</a>', expect: 'Opens a map' },
  { html: '<input title="The name">', expect: '' },
  { html: '<input aria-label="Named" title="Described">', expect: 'Described' },
  {
    html: '<label for="i§">Named</label><input id="i§" title="Described">',
    selector: 'input',
    expect: 'Described',
  },
  {
    html: '<input aria-describedby="d§"><p id="d§">At least 8 characters</p>',
    expect: 'At least 8 characters',
  },
  { html: `<img alt="Named" title="Described" src="${pixel}">`, expect: 'Described' },
  { html: '<svg width="9" height="9"><title>Named</title><desc>Described</desc></svg>', expect: 'Described' },
  {
    html: '<fieldset aria-describedby="d§"><legend>Named</legend><p id="d§">Described</p></fieldset>',
    expect: 'Described',
  },
  {
    html: '<table aria-describedby="d§"><caption>Named</caption><tr><td>1</table><p id="d§">Described</p>',
    expect: 'Described',
  },
  { html: '<button>Send</button>', expect: '' },
  { html: '<button aria-describedby="d§">Send</button><p id="d§">  Much   space </p>', expect: 'Much space' },
];
