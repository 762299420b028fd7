import { type RefObject, useEffect } from 'react';

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

const listHitLinks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('a[data-hit]'),
];

/** Moves the focus to the next or previous result; the input precedes the first one. */
const moveFocusToHit = (by: 1 | -1, box: HTMLInputElement | null): boolean => {
  const links = listHitLinks();
  const { activeElement } = document;
  const at = links.findIndex((link) => link === activeElement);
  const isFree = activeElement === document.body || activeElement === box;
  // Other elements (menus, filters) use arrow keys themselves.
  if (links.length === 0 || (at < 0 && !isFree)) return false;
  if (at < 0 && by < 0) return false;
  const next = at + by;
  if (next < 0) box?.focus();
  else links[next]?.focus();
  return true;
};

/** `/` focuses the search input; ↑ and ↓ move between results. Enter follows a link natively. */
export const useSearchKeys = (box: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const handleSearchKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      // During input method composition, arrows select candidates.
      if (event.isComposing) return;
      if (event.key === '/' && !isTextInput(event.target)) {
        event.preventDefault();
        // Stop the header input, which also listens to this key.
        event.stopImmediatePropagation();
        box.current?.focus();
        box.current?.select();
      }
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
      if (by !== null && moveFocusToHit(by, box.current)) event.preventDefault();
    };
    // Capture phase, to run before listeners of the document.
    window.addEventListener('keydown', handleSearchKey, true);
    return () => window.removeEventListener('keydown', handleSearchKey, true);
  }, [box]);
};
