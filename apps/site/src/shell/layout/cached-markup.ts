import type { AnyRouter } from '@tanstack/react-router';

/** Maximum number of cached variants per data object. */
const MAX_CACHED_VARIANTS = 500;

/** A copy of text that was cut out of a page. A slice would keep the whole page in memory. */
const copyFlatString = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * Cache for markup that depends only on shared data and a short key. It is rendered once and
 * inserted as text into later pages. The resulting document is identical, so React hydrates it
 * normally.
 */
export const createCachedMarkup = (start: string, end: string, place: 'first' | 'last') => {
  /** Cached markup by data object and key. */
  const markupByShown = new WeakMap<object, Map<string, string>>();
  /** Data object and key of pages that are being rendered. */
  const pendingRenders = new WeakMap<AnyRouter, { shown: object; rest: string }>();

  return {
    /**
     * Returns the cached inner markup. When it is undefined, the caller renders it and calls
     * `record`.
     */
    get: (router: AnyRouter, markupKey: object, rest: string): string | undefined => {
      const cached = markupByShown.get(markupKey)?.get(rest);
      if (cached === undefined) pendingRenders.set(router, { shown: markupKey, rest });
      return cached;
    },
    /**
     * Caches the markup of a rendered page: the first or last match, so that articles between
     * header and footer cannot supply it. Text cannot contain the tag, because `<` is escaped.
     */
    record: (router: AnyRouter, page: string): void => {
      const pending = pendingRenders.get(router);
      if (!pending) return;
      pendingRenders.delete(router);
      const from = place === 'first' ? page.indexOf(start) : page.lastIndexOf(start);
      const to = page.indexOf(end, from);
      if (from < 0 || to < 0) return;
      const ofIt = markupByShown.get(pending.shown) ?? new Map<string, string>();
      if (ofIt.size >= MAX_CACHED_VARIANTS) ofIt.clear();
      ofIt.set(pending.rest, copyFlatString(page.slice(from + start.length, to)));
      markupByShown.set(pending.shown, ofIt);
    },
  };
};

/** Cached footer markup. */
export const cachedFooter = /* @__PURE__ */ createCachedMarkup(
  '<footer class="foot">',
  '</footer>',
  'last',
);

/** Cached navigation of the software in the header. */
export const cachedSoftwareNav = /* @__PURE__ */ createCachedMarkup(
  '<nav class="nav" aria-label="主导航">',
  '</nav>',
  'first',
);

/** Cached navigation of the user area, which is the same for all members. */
export const cachedUserNav = /* @__PURE__ */ createCachedMarkup(
  '<nav class="side" aria-label="用户中心">',
  '</nav>',
  'first',
);

/** Caches the parts of a rendered page. */
export const recordCachedMarkup = (router: AnyRouter, page: string): void => {
  for (const part of [cachedFooter, cachedSoftwareNav, cachedUserNav]) part.record(router, page);
};
