import { type RefObject, useEffect, useRef } from 'react';
import { openDialogs } from '@yunbiao/ui/open-dialogs.ts';
import { type Reach, shortcutFor } from './shortcuts.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Shortcuts on the canvas; saving and printing everywhere on the page, undo wherever nothing is typed. Single letters work only where the canvas has
 * the focus (WCAG 2.2, 2.1.4).
 */
export const useKeys = (stage: RefObject<HTMLElement | null>, reach: Reach): void => {
  const latest = useRef(reach);
  latest.current = reach;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || openDialogs.get().length > 0) return;
      const isOnCanvas = event.target === stage.current;
      const where = isOnCanvas ? 'canvas' : isField(event.target) ? 'field' : 'page';
      const shortcut = shortcutFor(event, where);
      if (!shortcut?.run || event.code === 'Space') return;
      const { designer } = latest.current;
      const before = designer.history.get();
      shortcut.run(latest.current);
      // From the last element Tab goes on through the page: nobody is caught in the canvas.
      const isTab = event.key === 'Tab';
      if (!isTab || designer.history.get() !== before) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [stage]);
};
