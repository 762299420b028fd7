import type { Page } from 'playwright-core';

/** A line of text, and the part of it that no ancestor scrolls away or clips. */
type Line = { holder: Element; text: string; shown: DOMRect };

/** Runs in the page. */
const listShownLines = (): Line[] => {
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [hidden], svg, noscript, option, script, style');
  const clipToHolder = (holder: Element, rect: DOMRect): DOMRect | null => {
    let { left, right, top, bottom } = rect;
    for (let box: Element | null = holder; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clip !== 'auto' || style.clipPath !== 'none') return null;
      const clips = style.overflowX !== 'visible';
      if (!clips || box === document.documentElement || box === document.body) continue;
      const edge = box.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    const isEmpty = right - left <= 1 || bottom - top <= 1;
    return isEmpty ? null : new DOMRect(left, top, right - left, bottom - top);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!holder || !text || !isShown(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const clippedRect = clipToHolder(holder, rect);
      if (clippedRect) lines.push({ holder, text, shown: clippedRect });
    }
  }
  return lines;
};

/** Whether this line lies on something opaque of its own, as in a menu or a fixed bar. Runs in the page. */
const hasOwnGround = (holder: Element, other: Element): boolean => {
  for (let box: Element | null = holder; box && !box.contains(other); box = box.parentElement) {
    const { backgroundColor, backgroundImage, position } = getComputedStyle(box);
    const alpha = /(?:,|\/)\s*([\d.]+)\)$/.exec(
      backgroundColor.startsWith('rgb(') ? '' : backgroundColor,
    );
    const isOpaque = backgroundColor !== 'transparent' && Number(alpha?.[1] ?? 1) > 0.9;
    if (isOpaque || backgroundImage !== 'none' || position === 'fixed') return true;
  }
  return false;
};

/** Runs in the page. */
const findOverlaps = (
  lines: readonly Line[],
  hasGround: (holder: Element, other: Element) => boolean,
): string[] => {
  /** Part of the lower line that the other must cover, and width of the covered part, px. */
  const MIN_SHARE = 0.35;
  const MIN_WIDTH_PX = 3;
  const doesCover = (a: DOMRect, b: DOMRect): boolean => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width >= MIN_WIDTH_PX && height / Math.min(a.height, b.height) >= MIN_SHARE;
  };
  const sorted = lines.toSorted((a, b) => a.shown.top - b.shown.top);
  const overlaps = new Set<string>();
  for (const [at, line] of sorted.entries())
    for (let next = at + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.shown.top >= line.shown.bottom) break;
      if (other.holder === line.holder || !doesCover(line.shown, other.shown)) continue;
      if (hasGround(line.holder, other.holder) || hasGround(other.holder, line.holder)) continue;
      overlaps.add(`“${other.text.slice(0, 20)}” lies on “${line.text.slice(0, 20)}”`);
    }
  return [...overlaps];
};

/** Texts of a page that are drawn over one another, without a ground of their own between them. */
export const listOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `(${String(findOverlaps)})((${String(listShownLines)})(), ${String(hasOwnGround)})`,
  );
