import type { Page } from 'playwright-core';

/** Something on a page that does not fit, in words. */
export type Misfit = string;

/**
 * Looks for what does not fit the width of the window, as a reader would see it: a page that scrolls sideways, text
 * beyond the window's edge, text cut off by its box without an ellipsis, text squeezed to a character or two a line, and
 * a number parted by a line break, from its unit or within. What can be scrolled into view (a wide table) fits; prose may
 * break where it likes.
 */
export const misfits = (page: Page): Promise<Misfit[]> =>
  page.evaluate(() => {
    /** Lengths that a browser rounds, px. */
    const SLACK = 1.5;
    /** A short word may take two lines in a narrow place; with three of them it is read down, not along. */
    const SQUEEZED_LINES = 3;
    const found = new Set<string>();
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth - width;
    if (scrolls > 0) found.add(`the page scrolls ${scrolls} px sideways`);

    const getName = (element: Element): string => {
      const names: string[] = [];
      for (let one: Element | null = element; one && names.length < 3; one = one.parentElement) {
        const [first] = one.classList;
        names.unshift(one.tagName.toLowerCase() + (first ? `.${first}` : ''));
      }
      return names.join(' > ');
    };
    const short = (text: string): string => text.trim().slice(0, 24);
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [hidden], svg, noscript');
    const listRects = (node: Text): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter((one) => one.width > 0 && one.height > 0);
    };

    const holdsBack = (style: CSSStyleDeclaration): boolean =>
      style.overflowX !== 'visible' && style.overflowX !== '';

    /** Why a line of text cannot be read whole; '' when it can. */
    const getTrouble = (rect: DOMRect, holder: Element): string => {
      for (let box: Element | null = holder; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        // For those who hear the page: one pixel, cut.
        if (style.clip !== 'auto' || style.clipPath === 'inset(50%)') return '';
        if (!holdsBack(style) || box === document.documentElement || box === document.body)
          continue;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') return '';
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return '';
        const edge = box.getBoundingClientRect();
        if (rect.right > edge.right + SLACK || rect.left < edge.left - SLACK)
          return `is cut off by ${getName(box)}`;
      }
      if (rect.right > width + SLACK || rect.left < -SLACK) return 'lies beyond the window';
      return '';
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!holder || !node.textContent?.trim() || holder.closest('script, style, option')) continue;
      if (isShown(holder)) texts.push(node as Text);
    }
    for (const node of texts) {
      const holder = node.parentElement as Element;
      const rects = listRects(node);
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      if (lines >= SQUEEZED_LINES && node.data.trim().length <= 2 * lines)
        found.add(`“${short(node.data)}” is squeezed to ${lines} lines (${getName(holder)})`);
      for (const rect of rects) {
        const trouble = getTrouble(rect, holder);
        if (!trouble) continue;
        found.add(`“${short(node.data)}” ${trouble} (${getName(holder)})`);
        break;
      }
    }

    // A number and its unit, also when the unit is an element of its own; the number of a batch or an order.
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
        found.add(`“${match[0]}” is parted by a line break (${getName(block)})`);
      }
    }
    return [...found];
  });
