// These run in the page and may use nothing but what they are given.

/** Notes which elements the pointer and the keyboard reach and what these are called, and the texts that went away. */
export function recorder() {
  if (globalThis.arrived) return;
  globalThis.arrived = [];
  globalThis.left = [];
  const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'value', 'data-label'];
  const namesOf = (element) =>
    [
      element.innerText,
      element.textContent,
      ...attributes.map((name) => element.getAttribute(name)),
      ...[...(element.labels ?? [])].map((label) => label.innerText),
      ...(element.control ? [element.control, ...element.querySelectorAll('input')] : []).map((one) =>
        one.getAttribute('aria-label'),
      ),
      ...(element.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .map((id) => (id ? element.getRootNode().getElementById?.(id)?.textContent : '')),
      ...['::before', '::after'].map((side) => getComputedStyle(element, side).content.replace(/^"|"$/g, '')),
    ].filter((text) => text && text.length < 500);
  const keep = (text) => {
    if (text && text.length < 500 && globalThis.left.length < 5_000) globalThis.left.push(text);
  };
  const keepAll = (node) => {
    keep(node.textContent);
    for (const name of attributes) keep(node.getAttribute?.(name));
    for (const child of node.children ?? []) keepAll(child);
  };
  new MutationObserver((records) => {
    for (const { removedNodes, oldValue } of records) {
      keep(oldValue);
      removedNodes.forEach(keepAll);
    }
  }).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
    attributeFilter: attributes,
    attributeOldValue: true,
  });
  const note = (event) => {
    if (!event.isTrusted) return;
    const path = event.composedPath().filter((one) => one instanceof Element);
    const { x, y, width, height } = path[0]?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
    globalThis.arrived.push({
      type: event.type,
      names: path.slice(0, 8).flatMap(namesOf),
      box: { x, y, width, height },
    });
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerover', 'keydown', 'drop'])
    addEventListener(type, note, { capture: true, passive: true });
}

/** Which of these names something visible has, whole or up to an ellipsis; a long one may be put together from many. */
export function stringsOnPage({ names, left }) {
  // Texts of neighbours are joined with spaces or without, and icons are left out.
  const plain = (text) =>
    text
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}…]+/gu, '')
      .toLowerCase();
  const texts = new Set(left.map(plain));
  let all = '';
  const attributes = [
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'value',
    'label',
    'data-tooltip',
    'data-tip',
    'data-label',
    'aria-description',
    'data-original-title',
  ];
  const take = (text) => {
    if (text && text.length < 5_000) texts.add(plain(text));
  };
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const shown = element.checkVisibility?.({ visibilityProperty: true }) ?? true;
      if (!shown && element.tagName !== 'OPTION') continue;
      take(element.innerText);
      take(element.textContent);
      if (typeof element.value === 'string') take(element.value);
      for (const name of attributes) take(element.getAttribute(name));
      for (const id of (element.getAttribute('aria-labelledby') ?? '').split(/\s+/))
        if (id) take(element.getRootNode().getElementById?.(id)?.textContent);
      for (const side of ['::before', '::after']) {
        const { content } = getComputedStyle(element, side);
        if (content.startsWith('"')) take(content.slice(1, -1));
      }
    }
  };
  visit(document);
  const known = [...texts];
  all = known.filter((text) => text.length < 200).join(' ');
  const has = (name) => {
    const text = plain(name);
    if (texts.has(text)) return true;
    return text.endsWith('…') && known.some((other) => other.startsWith(text.slice(0, -1)));
  };
  const hasWords = (name) => {
    const words = name.split(' ').map(plain).filter(Boolean);
    return words.length > 2 && words.every((word) => all.includes(word.replace('…', '')));
  };
  return names.flatMap((name, at) =>
    has(name) || name.split(' · ').every(has) || hasWords(name) ? [at] : [],
  );
}
