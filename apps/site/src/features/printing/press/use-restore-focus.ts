import { useLayoutEffect, useRef } from 'react';

/** Restores the focus after the answer: the form is inert while a request is pending. */
export const useRestoreFocus = (sending: boolean) => {
  const from = useRef<Element>(null);
  // Must run before the panel of the batch moves the focus.
  useLayoutEffect(() => {
    if (sending) return;
    const focused = from.current;
    from.current = null;
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  }, [sending]);
  return (focused: Element | null): void => {
    from.current = focused;
  };
};
