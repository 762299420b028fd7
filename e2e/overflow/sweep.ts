import type { Page } from 'playwright-core';

/** A phone at 400 % zoom or a very small one, a phone, a tablet, an office PC, a desktop, px. */
export const WIDTHS = [320, 390, 768, 1366, 1440] as const;

/** Text that describes something on a page that does not fit. */
export type Misfit = string;

/** The visible texts of the page, and the name of an element in a misfit. */
type Reading = { texts: Text[]; getName: (element: Element) => string };

/** Runs in the page. */
const readTexts = (): Reading => {
  const getName = (element: Element): string => {
    const names: string[] = [];
    for (let one: Element | null = element; one && names.length < 3; one = one.parentElement) {
      const [first] = one.classList;
      names.unshift(one.tagName.toLowerCase() + (first ? `.${first}` : ''));
    }
    return names.join(' > ');
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [hidden], svg, noscript');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!holder || !node.textContent?.trim() || holder.closest('script, style, option')) continue;
    if (isShown(holder)) texts.push(node as Text);
  }
  return { texts, getName };
};

/** Finds a page that scrolls sideways, and text that is cut off or squeezed. Runs in the page. */
const findUnreadable = ({ texts, getName }: Reading): Misfit[] => {
  /** Tolerance for rounded lengths, px. */
  const SLACK = 1.5;
  /** A short word may take two lines in a narrow box; three lines read vertically. */
  const SQUEEZED_LINES = 3;
  const found: Misfit[] = [];
  const width = document.documentElement.clientWidth;
  const scrolls = document.documentElement.scrollWidth - width;
  if (scrolls > 0) found.push(`the page scrolls ${scrolls} px sideways`);

  const shortenText = (text: string): string => text.trim().slice(0, 24);
  const listRects = (node: Text): DOMRect[] => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(
      (clientRect) => clientRect.width > 0 && clientRect.height > 0,
    );
  };

  const holdsBack = (style: CSSStyleDeclaration): boolean =>
    style.overflowX !== 'visible' && style.overflowX !== '';

  /** Why a line of text is not fully readable; '' when it is. */
  const getTrouble = (rect: DOMRect, holder: Element): string => {
    for (let box: Element | null = holder; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      // For screen readers only: one pixel, clipped.
      if (style.clip !== 'auto' || style.clipPath === 'inset(50%)') return '';
      if (!holdsBack(style) || box === document.documentElement || box === document.body) continue;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return '';
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return '';
      const edge = box.getBoundingClientRect();
      if (rect.right > edge.right + SLACK || rect.left < edge.left - SLACK)
        return `is cut off by ${getName(box)}`;
    }
    if (rect.right > width + SLACK || rect.left < -SLACK) return 'lies beyond the window';
    return '';
  };

  for (const node of texts) {
    const holder = node.parentElement as Element;
    const rects = listRects(node);
    const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
    if (lines >= SQUEEZED_LINES && node.data.trim().length <= 2 * lines)
      found.push(`“${shortenText(node.data)}” is squeezed to ${lines} lines (${getName(holder)})`);
    for (const rect of rects) {
      const trouble = getTrouble(rect, holder);
      if (!trouble) continue;
      found.push(`“${shortenText(node.data)}” ${trouble} (${getName(holder)})`);
      break;
    }
  }
  return found;
};

/**
 * Finds a number parted from its unit by a line break, even when the unit is a separate element,
 * and a parted number of a batch or an order. Runs in the page.
 */
const findPartedAmounts = ({ texts, getName }: Reading): Misfit[] => {
  const found: Misfit[] = [];
  const UNITS = '(?:mm|dpi|kB|MB|GB|张|天|元|台|个|份|点|秒|分钟|小时|条|批|次|%|％)';
  const AMOUNT = new RegExp(`\\d[\\d,.]*\\s?${UNITS}|\\d{6,}-\\d+`, 'g');
  const blocks = new Map<Element, Text[]>();
  for (const node of texts) {
    if (node.parentElement?.closest('.prose, [data-prose]')) continue;
    let block = node.parentElement as Element;
    while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
      block = block.parentElement;
    blocks.set(block, [...(blocks.get(block) ?? []), node]);
  }
  const getTop = (nodes: Text[], offset: number): DOMRect | undefined => {
    let at = offset;
    for (const node of nodes) {
      if (at < node.data.length) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getClientRects()[0];
      }
      at -= node.data.length;
    }
    return undefined;
  };
  for (const [block, nodes] of blocks) {
    const text = nodes.map((node) => node.data).join('');
    for (const match of text.matchAll(AMOUNT)) {
      const first = getTop(nodes, match.index);
      const last = getTop(nodes, match.index + match[0].length - 1);
      if (!first || !last || last.top < first.bottom) continue;
      found.push(`“${match[0]}” is parted by a line break (${getName(block)})`);
    }
  }
  return found;
};

/**
 * Finds what does not fit the window's width: a page that scrolls sideways, text beyond the
 * window's edge, text clipped without an ellipsis, text squeezed to one or two characters per line,
 * and a number broken inside or from its unit. Content that can be scrolled into view (a wide
 * table) fits. Prose may break anywhere.
 */
export const findMisfits = (page: Page): Promise<Misfit[]> =>
  // One call: all checks see the same layout.
  page.evaluate<Misfit[]>(`(() => {
    const reading = (${String(readTexts)})();
    const found = [${String(findUnreadable)}, ${String(findPartedAmounts)}].flatMap((find) =>
      find(reading),
    );
    return [...new Set(found)];
  })()`);
