/**
 * Runs in the page's own world, which alone knows what its scripts listen on and what React, Solid and Svelte handle:
 * those listen once for the whole page and keep each element's handlers to themselves, on the element. An event that
 * nobody else knows of brings the elements over to our world: by its plain name what is handled in such a way or
 * stands in a shadow tree, else with the kind of listening behind it.
 *
 * `scope` is what to go through: all elements, those in shadow trees, or those a framework may handle. Shadow trees are
 * looked for in custom elements or in all, our world says by cancelling an event which of them it wants, and of what is
 * in those some may be skipped, and no more than the most gone through. Gives how many elements there are, and how many
 * a framework handles; null where none is at work, which is soon known unless one is expected.
 */
export const announce = `function (listenersOf, { name, types, manyTypes, scope, hasRoots, hosts, skip, most }) {
  // A page may have put something of its own in the place of either.
  if (scope !== 'frameworks' && !/\\[(native code|Command Line API)\\]/.test(String(listenersOf))) throw new TypeError('no console');
  const Plain = this.createEvent('Event').constructor;
  const send = (element, kind) => element.dispatchEvent(new Plain(name + kind, { composed: true }));
  const isActing = (heard) => types.some((type) => type in heard);

  let inShadows = 0;
  let hasPlainHosts = false;
  const isWanted = (host) => !host.dispatchEvent(new Plain(name + '-tree', { composed: true, cancelable: true }));
  const searchShadow = (host) => {
    if (!host.shadowRoot || !isWanted(host)) return;
    hasPlainHosts ||= !host.localName.includes('-');
    for (const element of host.shadowRoot.querySelectorAll('*')) {
      inShadows += 1;
      if (inShadows > skip && inShadows <= skip + most) {
        const heard = listenersOf(element);
        if (isActing(heard)) send(element, '');
        if ('drop' in heard) send(element, '-drops');
      }
      searchShadow(element);
    }
  };
  const searchCustom = () => {
    const custom = this.evaluate('//*[contains(local-name(), "-")]', this, null, 7);
    for (let i = 0; i < custom.snapshotLength; i++) searchShadow(custom.snapshotItem(i));
  };

  let roots = hasRoots;
  const listen = (element) => {
    const heard = listenersOf(element);
    if ('drop' in heard && Object.keys(heard).length < manyTypes) send(element, '-drops');
    if (!isActing(heard)) return;
    if (Object.keys(heard).length >= manyTypes) roots = true;
    else if (!('click' in heard) && ('pointerdown' in heard || 'mousedown' in heard)) send(element, '-pressed');
    else send(element, '-heard');
  };

  const hasSvelte = '__svelte' in window;
  const isExpected = () => roots || hasSvelte || '_$DX_DELEGATE' in this;
  const own = types.flatMap((type) => ['$$' + type, '__' + type]);
  const inReact = types.map((type) => 'on' + (type === 'dblclick' ? 'doubleclick' : type));
  const isReact = (key) => key.startsWith('__reactProps$');
  const handlesInReact = (props) =>
    Object.keys(props).some((key) => typeof props[key] === 'function' && inReact.includes(key.toLowerCase().replace(/capture$/, '')));
  const handlesInSvelte = (element) =>
    Object.getOwnPropertySymbols(element).some((key) => key.description === 'events' && types.some((type) => element[key]?.[type]));
  const isHandled = (element, props) =>
    props ? handlesInReact(props) : own.some((name) => element[name]) || (hasSvelte && handlesInSvelte(element));

  let key;
  let delegated = 0;
  let searched = 0;
  let isSearching = true;
  if (scope === 'shadows') {
    if (hosts === 'custom') searchCustom();
    else this.querySelectorAll('*').forEach(searchShadow);
    return { size: 0, roots, inShadows, hasPlainHosts, delegated: null };
  }
  const all = this.querySelectorAll('*');
  if (scope === 'all') listen(this);
  for (const element of all) {
    if (scope === 'all') {
      listen(element);
      searchShadow(element);
    }
    isSearching ||= roots && scope === 'all';
    if (!isSearching && scope === 'frameworks') break;
    if (!isSearching) continue;
    if (key === undefined || (roots && !element[key])) {
      if (searched < 500 || roots) key = Object.keys(element).find(isReact) ?? key;
      else if (delegated === 0 && !isExpected()) isSearching = false;
      searched += 1;
    }
    const props = key === undefined ? undefined : element[key];
    if (typeof props?.onDrop === 'function') send(element, '-drops');
    if (!isHandled(element, props)) continue;
    delegated += 1;
    send(element, '');
  }
  return { size: all.length, roots, inShadows, hasPlainHosts, delegated: isExpected() || key !== undefined || delegated > 0 ? delegated : null };
}`;
