import type { AnyRouter } from '@tanstack/react-router';

/** Pages of which what was drawn is kept, of the same data. */
const MOST = 500;

/**
 * Markup that depends on nothing but shared data and a few words: drawn once, it is put into the next page as text. To the
 * browser both are the same document, in which React finds the elements it expects.
 */
export const createKeptMarkup = (start: string, end: string) => {
  /** As it was drawn, by what it shows and by the rest it depends on. */
  const drawn = new WeakMap<object, Map<string, string>>();
  /** What a page under way draws. */
  const underWay = new WeakMap<AnyRouter, { shown: object; rest: string }>();

  return {
    /** What is inside the element; undefined: it is to be drawn, and {@link learn} will be told. */
    of: (router: AnyRouter, shown: object, rest: string): string | undefined => {
      const known = drawn.get(shown)?.get(rest);
      if (known === undefined) underWay.set(router, { shown, rest });
      return known;
    },
    /** Keeps what a page has drawn. It is the last of its kind there: nobody's text holds a tag. */
    learn: (router: AnyRouter, page: string): void => {
      const place = underWay.get(router);
      if (!place) return;
      underWay.delete(router);
      const from = page.lastIndexOf(start);
      const to = page.indexOf(end, from);
      if (from < 0 || to < 0) return;
      const ofIt = drawn.get(place.shown) ?? new Map<string, string>();
      if (ofIt.size >= MOST) ofIt.clear();
      ofIt.set(place.rest, page.slice(from + start.length, to));
      drawn.set(place.shown, ofIt);
    },
  };
};

/** The footer of a page. */
export const keptFooter = /* @__PURE__ */ createKeptMarkup('<footer class="foot">', '</footer>');
