/** Nothing has the focus: what had it is gone, or cannot have it any more. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to something that is no control: it can be left with Tab, and not be come back to. */
const focusPlace = (place: HTMLElement): void => {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
};

/** When nothing has the focus, the heading of the page takes it; nothing is scrolled. */
export const focusPage = (): void => {
  if (!isFocusLost()) return;
  const main = document.getElementById('main') ?? document.querySelector('main');
  const place = main?.querySelector('h1') ?? main;
  if (place) focusPlace(place);
};
