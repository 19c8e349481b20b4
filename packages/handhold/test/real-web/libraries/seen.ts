/**
 * A script that says which texts can be seen in the window: another way to find out than the product's, good for pages
 * that hide things in the plain ways which ours use.
 */
export const seeing = `<style>html { caret-color: transparent }</style><script>
  function above(element) { return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host; }
  function isSeen(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const inside = node.parentElement ?? node.getRootNode().host;
    if (!inside?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    let { left, top, right, bottom } = range.getBoundingClientRect();
    let fixed = false;
    for (let around = inside; around; around = above(around)) {
      const style = getComputedStyle(around);
      if (style.clipPath.startsWith('inset(50%') || parseFloat(style.fontSize) < 1) return false;
      if (style.overflow !== 'visible' && !fixed && around !== document.body) {
        const box = around.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      fixed ||= style.position === 'fixed';
    }
    [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
    [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    return right - left >= 3 && bottom - top >= 3;
  }
  function seenTexts() {
    const found = [];
    const visit = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.shadowRoot) visit(node.shadowRoot);
        const text = node instanceof Text ? node.data.replace(/\\s+/g, ' ').trim() : '';
        if (text && isSeen(node)) found.push(text);
      }
    };
    visit(document.body);
    return JSON.stringify(found);
  }
</script>`;
