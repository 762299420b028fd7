/** Whether no element has the focus: the focused element was removed or disabled. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses an element that is not a control. Tab leaves it, and it is not in the tab order
 * afterwards.
 */
const focusUnfocusableElement = (place: HTMLElement): void => {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
};

/** Focuses the heading of the page if no element has the focus. Does not scroll. */
export const focusPageHeading = (): void => {
  if (!isFocusLost()) return;
  const main = document.getElementById('main') ?? document.querySelector('main');
  const place = main?.querySelector('h1') ?? main;
  if (place) focusUnfocusableElement(place);
};
