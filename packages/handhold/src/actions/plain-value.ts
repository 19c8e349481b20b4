/** A value as JSON has it. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/**
 * Runs in the page, on the value: turns it into plain data within bounds. Written with syntax rather than with
 * what pages can replace, and where they did replace it, what can't be told is described instead.
 */
export const plainSource = `function (maxDepth, maxItems, maxCharacters) {
  'use strict';
  let items = 0, characters = 0, cut = false;
  const path = [];
  const text = (value) => {
    if (value.length > maxCharacters - characters) { cut = true; value = value.slice(0, maxCharacters - characters); }
    characters += value.length;
    return value;
  };
  const attempt = (work, otherwise) => { try { return work(); } catch (thrown) { return otherwise; } };
  const nameOf = (value) => attempt(() => {
    const { constructor } = value;
    return typeof constructor === 'function' && typeof constructor.name === 'string' ? constructor.name : 'object';
  }, 'object');
  const isA = (value, type) => attempt(() => typeof type === 'function' && value instanceof type, false);
  const element = (node) => attempt(() => {
    let name = node.nodeName.toLowerCase();
    if (typeof node.id === 'string' && node.id) name += '#' + node.id;
    else if (typeof node.className === 'string' && node.className) name += '.' + node.className.trim().split(/\\s+/).join('.');
    const inner = typeof node.textContent === 'string' ? node.textContent.trim().replace(/\\s+/g, ' ').slice(0, 80) : '';
    return '[' + name + (inner && node.nodeType !== 9 ? ' "' + inner + '"' : '') + ']';
  }, '[node]');
  const plain = (value, depth) => {
    items += 1;
    if (items > maxItems || characters >= maxCharacters) { cut = true; return '…'; }
    switch (typeof value) {
      case 'string': return text(value);
      case 'boolean': return value;
      case 'number': return value - value === 0 ? value : '[' + value + ']';
      case 'bigint': return '[' + value + 'n]';
      case 'undefined': return null;
      case 'symbol': return attempt(() => '[' + value.toString() + ']', '[symbol]');
      case 'function': return attempt(() => '[function ' + text('' + value.name) + ']', '[function]');
    }
    if (value === null) return null;
    for (let i = 0; i < path.length; i++) if (path[i] === value) return '[circular]';
    if (depth >= maxDepth) { cut = true; return '[' + nameOf(value) + ']'; }
    if (attempt(() => value.window === value, false)) return '[window]';
    if (isA(value, globalThis.Node)) return element(value);
    if (isA(value, globalThis.Date)) return attempt(() => value.toISOString(), '[Date]');
    if (isA(value, globalThis.RegExp)) return attempt(() => '' + value, '[RegExp]');
    if (isA(value, globalThis.Error)) return attempt(() => text('[' + value.name + ': ' + value.message + ']'), '[Error]');
    if (isA(value, globalThis.Promise) || isA(value, globalThis.WeakMap) || isA(value, globalThis.WeakSet)) return '[' + nameOf(value) + ']';
    path[path.length] = value;
    try {
      if (attempt(() => Array.isArray(value), false) || isA(value, globalThis.Array) || isA(value, globalThis.NodeList) || isA(value, globalThis.HTMLCollection) || attempt(() => ArrayBuffer.isView(value) && typeof value.length === 'number', false) || isA(value, globalThis.Set)) {
        const list = [];
        if (isA(value, globalThis.Set)) { for (const entry of value) { if (items > maxItems) { cut = true; break; } list[list.length] = plain(entry, depth + 1); } return list; }
        const length = value.length;
        for (let i = 0; i < length; i++) {
          if (items > maxItems || characters >= maxCharacters) { cut = true; break; }
          list[i] = property(value, i, depth);
        }
        return list;
      }
      const record = { __proto__: null };
      if (isA(value, globalThis.Map)) {
        for (const entry of value) { if (items > maxItems) { cut = true; break; } record[text('' + plain(entry[0], depth + 1))] = plain(entry[1], depth + 1); }
        return record;
      }
      for (const key in value) {
        if (items > maxItems || characters >= maxCharacters) { cut = true; break; }
        record[text(key)] = property(value, key, depth);
      }
      return record;
    } finally { path.length -= 1; }
  };
  const property = (value, key, depth) => {
    let inner;
    try { inner = value[key]; } catch (thrown) { return '[threw]'; }
    try { return plain(inner, depth + 1); } catch (thrown) { return '[unreadable]'; }
  };
  let value;
  try { value = plain(this, 0); } catch (thrown) { value = '[unreadable]'; }
  return { value, cut };
}`;
