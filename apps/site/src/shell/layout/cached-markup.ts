import type { AnyRouter } from '@tanstack/react-router';

/** Maximum number of cached variants per data object. */
const MAX_CACHED_VARIANTS = 500;

/**
 * Cache for markup that depends only on shared data and a short key. It is rendered once and
 * inserted as text into later pages. The resulting document is identical, so React hydrates it
 * normally.
 */
export const createCachedMarkup = (start: string, end: string) => {
  /** Cached markup by data object and key. */
  const markupByShown = new WeakMap<object, Map<string, string>>();
  /** Data object and key of pages that are being rendered. */
  const pendingRenders = new WeakMap<AnyRouter, { shown: object; rest: string }>();

  return {
    /**
     * Returns the cached inner markup. When it is undefined, the caller renders it and calls
     * `record`.
     */
    get: (router: AnyRouter, shown: object, rest: string): string | undefined => {
      const cached = markupByShown.get(shown)?.get(rest);
      if (cached === undefined) pendingRenders.set(router, { shown, rest });
      return cached;
    },
    /**
     * Caches the markup of a rendered page. Uses the last match; text on the page cannot contain
     * the tag, because `<` is escaped.
     */
    record: (router: AnyRouter, page: string): void => {
      const place = pendingRenders.get(router);
      if (!place) return;
      pendingRenders.delete(router);
      const from = page.lastIndexOf(start);
      const to = page.indexOf(end, from);
      if (from < 0 || to < 0) return;
      const ofIt = markupByShown.get(place.shown) ?? new Map<string, string>();
      if (ofIt.size >= MAX_CACHED_VARIANTS) ofIt.clear();
      ofIt.set(place.rest, page.slice(from + start.length, to));
      markupByShown.set(place.shown, ofIt);
    },
  };
};

/** Cached footer markup. */
export const cachedFooter = /* @__PURE__ */ createCachedMarkup(
  '<footer class="foot">',
  '</footer>',
);
