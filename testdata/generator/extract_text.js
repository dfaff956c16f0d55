// The words that can be seen on the page, as they stand: one string per visual line, in document order.
// Gives {text: [...], message: [...], warnings: [...]}; `message` holds the lines inside [data-message]
// that are not in [data-aside] (the times in chat bubbles).
(() => {
  // Lists may be longer than their place. What does not fit whole is taken away, so no word is half visible.
  const outside = (child, box) => {
    const rect = child.getBoundingClientRect();
    return rect.top < box.top - 0.5 || rect.bottom > box.bottom + 0.5;
  };
  for (const list of document.querySelectorAll('[data-trim]')) {
    const box = list.getBoundingClientRect();
    for (const child of [...list.children]) if (outside(child, box)) child.style.visibility = 'hidden';
  }

  const warnings = [];
  const pieces = [];

  // The part of `element`'s surroundings through which its text can be seen.
  const window_ = (element) => {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const r = e.getBoundingClientRect();
      left = Math.max(left, r.left); right = Math.min(right, r.right);
      top = Math.max(top, r.top); bottom = Math.min(bottom, r.bottom);
    }
    return {left, top, right, bottom};
  };

  const visibleShare = (rect, view) => {
    const w = Math.min(rect.right, view.right) - Math.max(rect.left, view.left);
    const h = Math.min(rect.bottom, view.bottom) - Math.max(rect.top, view.top);
    return w <= 0 || h <= 0 ? 0 : (w * h) / ((rect.right - rect.left) * (rect.bottom - rect.top));
  };

  const coveredShare = (rect, element) => {
    const y = (rect.top + rect.bottom) / 2;
    const points = [0.05, 0.275, 0.5, 0.725, 0.95].map((f) => rect.left + f * (rect.right - rect.left));
    const covered = points.filter((x) => {
      const hit = document.elementFromPoint(x, y);
      return hit && !hit.contains(element) && !element.contains(hit);
    });
    return covered.length / points.length;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (['STYLE', 'SCRIPT'].includes(element.tagName)) continue;
    if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const style = getComputedStyle(element);
    if (style.textTransform !== 'none') warnings.push('text-transform on: ' + node.data.trim());
    const view = window_(element);
    const message = element.closest('[data-message]') !== null && element.closest('[data-aside]') === null;
    for (const word of node.data.matchAll(/\S+/g)) {
      let offset = word.index;
      let piece = null;
      for (const character of word[0]) {
        range.setStart(node, offset);
        offset += character.length;
        range.setEnd(node, offset);
        const r = range.getClientRects()[0];
        if (!r || r.width === 0) { if (piece) piece.text += character; continue; }
        if (!piece || Math.abs(r.top - piece.top) > r.height / 2) {
          piece = {text: '', left: r.left, right: r.right, top: r.top, bottom: r.bottom, element, message};
          piece.size = parseFloat(style.fontSize);
          piece.afterSpace = offset - character.length === word.index && word.index > 0;
          piece.view = view;
          pieces.push(piece);
        }
        piece.text += character;
        piece.right = Math.max(piece.right, r.right);
      }
    }
  }

  const seen = pieces.filter((piece) => {
    const share = visibleShare(piece, piece.view);
    if (share < 0.5) return false;
    if (share < 0.85) warnings.push(`cut off (${share.toFixed(2)}): ${piece.text}`);
    const covered = coveredShare(piece, piece.element);
    if (covered > 0.5) return false;
    if (covered > 0.1) warnings.push(`partly covered (${covered.toFixed(2)}): ${piece.text}`);
    return true;
  });

  const lines = (list) => {
    const result = [];
    let previous = null;
    for (const piece of list) {
      const overlap = previous
        ? Math.min(piece.bottom, previous.bottom) - Math.max(piece.top, previous.top) : 0;
      const height = previous ? Math.min(piece.bottom - piece.top, previous.bottom - previous.top) : 1;
      const gap = previous ? piece.left - previous.right : 0;
      if (previous && overlap > 0.5 * height && gap > -1.5) {
        const touching = !piece.afterSpace && gap < 0.12 * piece.size;
        result[result.length - 1] += (touching ? '' : ' ') + piece.text;
      } else {
        result.push(piece.text);
      }
      previous = piece;
    }
    return result;
  };

  const missing = [...document.querySelectorAll('[data-message]')].length === 0;
  if (missing) warnings.push('nothing is marked data-message');
  const lost = pieces.filter((p) => p.message && !seen.includes(p));
  if (lost.length) warnings.push('message words not visible: ' + lost.map((p) => p.text).join(' '));
  if (document.documentElement.scrollWidth > innerWidth) warnings.push('page is wider than the screen');
  return {text: lines(seen), message: lines(seen.filter((p) => p.message)), warnings};
})()
