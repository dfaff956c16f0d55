// Makes every word either wholly visible or invisible, before extract_text.js reads the page: what another window, a button
// or the edge of the screen cuts is hidden. Gives [[left, top, width, height], ...] of the lines of words left, in CSS pixels.
(() => {
  const range = document.createRange();
  const opaque = (e) => e.checkVisibility({opacityProperty: true, visibilityProperty: true});

  const view = (element) => {
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (e === document.body || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
      const r = e.getBoundingClientRect();
      left = Math.max(left, r.left); right = Math.min(right, r.right);
      top = Math.max(top, r.top); bottom = Math.min(bottom, r.bottom);
    }
    return {left, top, right, bottom};
  };

  // Where the ink of a line box is: its height is that of the tallest letters a font could have, which neighbours may enter.
  const context = document.createElement('canvas').getContext('2d');
  const ink = (r, word, style) => {
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const size = context.measureText(word), unit = r.height / (size.fontBoundingBoxAscent + size.fontBoundingBoxDescent);
    const baseline = r.top + size.fontBoundingBoxAscent * unit;
    const tall = context.measureText('dgp');  // so that an edge takes a whole line and not only its words with a g or p
    return [baseline - Math.max(size.actualBoundingBoxAscent, tall.actualBoundingBoxAscent) * unit,
            baseline + Math.max(size.actualBoundingBoxDescent, tall.actualBoundingBoxDescent) * unit];
  };

  const paints = (e) => {
    const style = getComputedStyle(e);
    return e instanceof SVGElement || style.backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(style.backgroundColor);
  };

  const whole = (r, [top, bottom], box, element) => {
    if (r.left < box.left - 0.5 || r.right > box.right + 0.5 || top < box.top - 0.25 || bottom > box.bottom + 0.25) return false;
    for (const f of [0.02, 0.25, 0.5, 0.75, 0.98]) for (const g of [0.06, 0.5, 0.94]) {
      for (const hit of document.elementsFromPoint(r.left + f * r.width, top + g * (bottom - top))) {
        if (hit.contains(element) || element.contains(hit)) break;
        if (paints(hit)) return false;
      }
    }
    return true;
  };

  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode())
    if (n.data.trim() && !['STYLE', 'SCRIPT'].includes(n.parentElement.tagName) && opaque(n.parentElement)) nodes.push(n);

  const kept = [];
  for (const node of nodes) {
    const element = node.parentElement, box = view(element), style = getComputedStyle(element), cut = [];
    for (const word of node.data.matchAll(/\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const rects = [...range.getClientRects()].filter((r) => r.width > 0);
      if (rects.every((r) => whole(r, ink(r, word[0], style), box, element))) kept.push(...rects.map((r) => [r.left, r.top, r.width, r.height]));
      else cut.push(word);
    }
    if (!cut.length) continue;
    if (style.display.includes('flex')) { element.style.visibility = 'hidden'; continue; }
    for (const word of cut.reverse()) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const cover = document.createElement('span');
      cover.style.visibility = 'hidden';
      range.surroundContents(cover);
    }
  }
  return kept;
})()
