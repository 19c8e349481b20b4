// Every page is a pure function of nothing, so that a figure of today can be compared with one of next year.

const words =
  'amber basin cedar delta ember fjord grove harbor island juniper kernel lantern meadow nectar orchard prairie quartz ridge summit timber umber valley willow zephyr anchor beacon canyon drift estuary falcon'.split(
    ' ',
  );

function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = () => words[Math.floor(next() * words.length)];
  const phrase = (n) => Array.from({ length: n }, word).join(' ');
  const title = (n) => phrase(n).replace(/\b./g, (c) => c.toUpperCase());
  return { next, int: (n) => Math.floor(next() * n), word, phrase, title };
}

// Not "#word": Chromium's accessibility tree looks for the target of each in-page link, and looking for thousands
// that don't exist would slow down the tools that use it in a way no real page does.
const elsewhere = (r) => `/${r.word()}/${r.word()}`;

const times = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join('');

function document(title, body, style = '') {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>
body{font:15px/1.4 sans-serif;margin:0 auto;max-width:1200px;padding:16px}
table{border-collapse:collapse}td,th{padding:2px 8px;text-align:left}${style}</style></head><body>${body}</body></html>`;
}

/** Five controls, and a line that says how often it was submitted, so that a click can be verified. */
function form() {
  return document(
    'Sign up',
    `<h1>Sign up</h1><form onsubmit="return false">
<p><label>Name <input id="name" autocomplete="off"></label></p>
<p><label>Email <input type="email" placeholder="you@example.com"></label></p>
<p><label>Country <select><option>France</option><option>Japan</option></select></label></p>
<p><label><input type="checkbox"> Agree</label></p>
<button type="button" id="submit">Submit</button></form><p id="said">Saved 0 times</p>
<script>let n = 0; document.getElementById('submit').onclick = () => {
document.getElementById('said').textContent = 'Saved ' + ++n + ' times'; };</script>`,
  );
}

function tiny() {
  const r = createRandom(2);
  return document(
    'Notes',
    `<header><h1>Notes</h1><nav><ul>${times(6, () => `<li><a href="${elsewhere(r)}">${r.title(1)}</a></li>`)}</ul></nav></header>
<main><article><h2>${r.title(3)}</h2>${times(18, () => `<p>${r.phrase(14)}.</p>`)}</article>
<form><label>Search <input type="search"></label><button type="button">Go</button></form></main>
<footer><p>${r.phrase(6)}</p><a href="#top">Back to top</a></footer>`,
  );
}

/** A list in which every entry has buttons of the same name: only its context tells one from another. */
function shop() {
  const r = createRandom(3);
  const item = (i) => `<li class="card"><img alt="${r.title(2)}" width="40" height="40"
src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="><h3><a href="/item/${i}">${r.title(3)}</a></h3>
<p>${r.phrase(9)}</p><p><span>Rated</span> <b>${1 + r.int(5)}</b> <span>of 5</span></p>
<p><s>$${20 + r.int(80)}.00</s> <strong>$${5 + r.int(50)}.99</strong></p>
<div><button type="button">Add to cart</button><button type="button">Delete</button></div></li>`;
  return document(
    'Shop',
    `<header><h1>Shop</h1><form role="search"><input type="search" aria-label="Search products"><button type="button">Search</button></form>
<nav aria-label="Categories"><ul>${times(12, () => `<li><a href="${elsewhere(r)}">${r.title(1)}</a></li>`)}</ul></nav></header>
<main><h2>Products</h2><label>Sort by <select><option>Price</option><option>Name</option><option>Rating</option></select></label>
<ul>${times(95, item)}</ul><nav aria-label="Pages">${times(5, (i) => `<a href="?page=${i + 1}">${i + 1}</a> `)}</nav></main>`,
    'ul{list-style:none;padding:0}.card{border:1px solid #ccc;margin:6px;padding:6px}',
  );
}

function table() {
  const r = createRandom(4);
  const row = (i) => `<tr><td><input type="checkbox" aria-label="Select ${1000 + i}"></td><td>${1000 + i}</td>
<td><a href="/user/${i}">${r.title(2)}</a></td><td>${r.word()}@${r.word()}.example</td><td>${r.int(2) ? 'admin' : 'member'}</td>
<td><time>2026-${String(1 + r.int(12)).padStart(2, '0')}-${String(1 + r.int(28)).padStart(2, '0')}</time></td>
<td><button type="button">Edit</button></td><td><button type="button">Delete</button></td></tr>`;
  return document(
    'Users',
    `<h1>Users</h1><label>Filter <input type="search"></label><table><caption>All users</caption><thead><tr>
${['', 'Id', 'Name', 'Email', 'Role', 'Joined', '', ''].map((h) => `<th scope="col">${h ? `<button type="button">${h}</button>` : ''}</th>`).join('')}
</tr></thead><tbody>${times(425, row)}</tbody></table>`,
  );
}

/** Reference documentation: nested contents, thousands of links, code with a span per token. */
function docs() {
  const r = createRandom(5);
  const code = () =>
    `<pre>${times(6, () => `<span class="k">let</span> <span>${r.word()}</span> <span class="o">=</span> <a href="${elsewhere(r)}"><span>${r.word()}</span></a>(<span class="n">${r.int(99)}</span>);\n`)}</pre>`;
  const entry = (
    s,
    e,
  ) => `<dl><dt id="s${s}e${e}"><code><span>${r.word()}</span>.<span>${r.word()}</span>(<em>${r.word()}</em>, <em>${r.word()}</em>)</code>
<a href="#s${s}e${e}" title="Link to this definition">¶</a></dt><dd><p>${r.phrase(18)} <a href="#s${r.int(50)}"><code>${r.word()}</code></a>
${r.phrase(8)} <a href="#s${r.int(50)}e${r.int(4)}"><code>${r.word()}()</code></a>.</p><p>${r.phrase(12)}
<a href="${elsewhere(r)}">${r.phrase(2)}</a>.</p><ul>${times(3, () => `<li><p><code>${r.word()}</code>: ${r.phrase(6)}</p></li>`)}</ul>${e % 2 ? code() : ''}</dd></dl>`;
  const section = (
    s,
  ) => `<section id="s${s}"><h2>${s + 1}. ${r.title(3)} <a href="#s${s}" title="Link to this heading">¶</a></h2>
<p>${r.phrase(30)} <a href="${elsewhere(r)}">${r.phrase(2)}</a> ${r.phrase(20)}.</p>${times(7, (e) => entry(s, e))}</section>`;
  return document(
    'Library reference',
    `<nav aria-label="Contents"><h2>Contents</h2><ul>${times(50, (s) => `<li><a href="#s${s}">${r.title(3)}</a><ul>${times(7, (e) => `<li><a href="#s${s}e${e}"><code>${r.word()}()</code></a></li>`)}</ul></li>`)}</ul></nav>
<main><h1>Library reference</h1><label>Quick search <input type="search"></label>${times(50, section)}</main>`,
  );
}

/** An application: widgets in open and closed shadow roots, frames of the same and of another site, nested. */
function dashboard({ otherOrigin }) {
  const r = createRandom(6);
  const card = (i) =>
    `<x-card data-title="${r.title(2)}" data-value="${r.int(1000)}"${i % 4 === 3 ? ' data-closed' : ''}><span slot="note">${r.phrase(4)}</span></x-card>`;
  return document(
    'Dashboard',
    `<header><h1>Dashboard</h1><button type="button" aria-haspopup="menu" aria-expanded="false">Account</button></header>
<nav aria-label="Main"><ul>${times(10, () => `<li><a href="${elsewhere(r)}">${r.title(1)}</a></li>`)}</ul></nav>
<main><section aria-label="Metrics">${times(16, card)}</section>
<section aria-label="Tasks"><ul>${times(30, () => `<li><label><input type="checkbox"> ${r.title(4)}</label> <div class="icon" tabindex="0" role="button" aria-label="Remove task"></div></li>`)}</ul></section>
<div class="tile" onclick="this.classList.toggle('on')">Refresh all</div>
<iframe title="Chat" src="/p/chat" width="600" height="260"></iframe>
<iframe title="Payment" src="${otherOrigin}/p/payment" width="600" height="200"></iframe></main>
<script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {
const closed = 'closed' in this.dataset; const root = this.attachShadow({ mode: closed ? 'closed' : 'open' });
root.innerHTML = '<article><h3></h3><p><b></b> <slot name="note"></slot></p><button type="button">Details</button><button type="button">Hide</button></article>';
root.querySelector('h3').textContent = this.dataset.title; root.querySelector('b').textContent = this.dataset.value; } });</script>`,
    'x-card{display:inline-block;border:1px solid #ccc;margin:4px;padding:4px;width:260px}.tile{cursor:pointer;padding:8px}.icon{display:inline-block;width:16px;height:16px;background:#c33}',
  );
}

function chat() {
  const r = createRandom(7);
  return document(
    'Chat',
    `<h2>Chat</h2><ul>${times(25, () => `<li><b>${r.title(1)}</b> <span>${r.phrase(8)}</span> <button type="button">Reply</button></li>`)}</ul>
<iframe title="Emoji" src="/p/emoji" width="300" height="80"></iframe><p><input aria-label="Message"><button type="button">Send</button></p>`,
  );
}

function emoji() {
  return document(
    'Emoji',
    times(20, (i) => `<button type="button" aria-label="Emoji ${i + 1}">${i + 1}</button>`),
  );
}

function payment() {
  return document(
    'Payment',
    `<form onsubmit="return false"><p><label>Card number <input inputmode="numeric"></label></p><p><label>Expires <input></label>
<label>Code <input></label></p><button type="button">Pay now</button></form>`,
  );
}

/** Most applications of today: the page itself stands still, and one large box in it scrolls. */
function mail() {
  const r = createRandom(9);
  const message = (
    i,
  ) => `<li><div class="row"><input type="checkbox" aria-label="Select message ${i}"><span class="who">${r.title(2)}</span>
<a href="/mail/${i}"><b>${r.title(4)}</b> <span>${r.phrase(7)}</span></a><time>${1 + r.int(12)}:${10 + r.int(50)}</time>
<button type="button" aria-label="Archive"></button><button type="button" aria-label="Delete"></button></div></li>`;
  return document(
    'Mail',
    `<div class="app"><header><h1>Mail</h1><input type="search" aria-label="Search mail"></header><div class="parts">
<nav aria-label="Folders"><ul>${times(14, () => `<li><a href="${elsewhere(r)}">${r.title(1)}</a></li>`)}</ul></nav>
<main><ul>${times(300, message)}</ul></main></div></div>`,
    'html,body{height:100%;overflow:hidden;padding:0;max-width:none}.app{height:100vh;display:flex;flex-direction:column}.parts{flex:1;display:flex;min-height:0}main{flex:1;overflow:auto}ul{list-style:none;padding:0}.row{display:flex;gap:8px}button{width:20px;height:20px}',
  );
}

/** An application of web components: everything stands in shadow trees, one in the other. */
function components() {
  const r = createRandom(10);
  const posts = Array.from({ length: 280 }, () => ({
    who: r.title(2),
    title: r.title(4),
    text: r.phrase(12),
    likes: r.int(500),
  }));
  return document(
    'Community',
    `<x-app></x-app><script>
const posts = ${JSON.stringify(posts)};
const define = (name, html) => customElements.define(name, class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html(this); } });
define('x-button', () => '<button type="button"><span><slot></slot></span></button>');
define('x-post', ({ dataset }) => { const { who, title, text, likes } = posts[dataset.i];
  return '<style>:host { display: block; padding: 8px }</style><article><header><a href="/u/' + dataset.i + '">' + who + '</a></header><h3>' + title + '</h3><p>' + text +
    '</p><footer><span>' + likes + ' likes</span><x-button>Like</x-button><x-button>Share</x-button><a href="/p/' + dataset.i + '">Comments</a></footer></article>'; });
define('x-feed', () => posts.map((_post, i) => '<x-post data-i="' + i + '"></x-post>').join(''));
define('x-app', () => '<header><h1>Community</h1><input type="search" aria-label="Search"><x-button>Log in</x-button></header><main><x-feed></x-feed></main>');
</script>`,
  );
}

/** 50,000 elements of a feed that somebody has scrolled for an hour. */
function huge() {
  const r = createRandom(8);
  const post = (
    i,
  ) => `<article><header><a href="/user/${r.int(999)}"><b>${r.title(2)}</b></a> <time>${1 + r.int(23)} h</time></header>
<div><div><p>${r.phrase(16)} <a href="${elsewhere(r)}">#${r.word()}</a> <em>${r.word()}</em> ${r.phrase(5)}</p></div></div>
<ul><li><span>${r.int(900)}</span> likes</li><li><span>${r.int(90)}</span> comments</li></ul>
<footer><button type="button">Like</button><button type="button">Comment</button><button type="button">Share</button><a href="/post/${i}">Open</a></footer></article>`;
  return document(
    'Feed',
    `<h1>Feed</h1><main>${times(2500, post)}</main>`,
    'article{border-bottom:1px solid #ddd;padding:8px}',
  );
}

/** The pages that are measured, smallest first, and the frames they contain. */
export const generated = [
  { id: 'form', title: 'Sign-up form', make: form },
  { id: 'tiny', title: 'Small article', make: tiny },
  { id: 'dashboard', title: 'Dashboard: shadow DOM, frames', make: dashboard },
  { id: 'shop', title: 'Shop list', make: shop },
  { id: 'mail', title: 'Mail: a box that scrolls', make: mail },
  { id: 'components', title: 'Web components', make: components },
  { id: 'table', title: 'Data table', make: table },
  { id: 'docs', title: 'Documentation', make: docs },
  { id: 'huge', title: 'Endless feed', make: huge },
];

export const frames = [
  { id: 'chat', make: chat },
  { id: 'emoji', make: emoji },
  { id: 'payment', make: payment },
];
