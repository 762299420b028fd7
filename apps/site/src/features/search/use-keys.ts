import { type RefObject, useEffect } from 'react';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

const hitLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('a[data-hit]')];

/** One result further, or back; before the first one is the box. */
const step = (by: 1 | -1, box: HTMLInputElement | null): boolean => {
  const links = hitLinks();
  const { activeElement } = document;
  const at = links.findIndex((link) => link === activeElement);
  const isFree = activeElement === document.body || activeElement === box;
  // Anything else (a menu, a filter) has its own use for arrows.
  if (links.length === 0 || (at < 0 && !isFree)) return false;
  if (at < 0 && by < 0) return false;
  const next = at + by;
  if (next < 0) box?.focus();
  else links[next]?.focus();
  return true;
};

/** `/` goes to the box of the page; ↑ and ↓ go through the results. Enter follows a link by itself. */
export const useSearchKeys = (box: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      // While a Chinese word is being composed the arrows choose among its candidates.
      if (event.isComposing) return;
      if (event.key === '/' && !isWriting(event.target)) {
        event.preventDefault();
        // The header's box listens too.
        event.stopImmediatePropagation();
        box.current?.focus();
        box.current?.select();
      }
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
      if (by !== null && step(by, box.current)) event.preventDefault();
    };
    // Before listeners of the document.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [box]);
};
