import { type RefObject, useEffect, useRef } from 'react';
import { openDialogs } from '@yunbiao/ui/overlay/open-dialogs.ts';
import { type ShortcutActions, findShortcut } from './shortcuts.ts';

const isInputField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

/** Whether the focus is in a part of the designer, or nowhere. A tip of the tour takes Esc itself. */
const isPanelTarget = (target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('main') !== null &&
    target.closest('[data-own-escape]') === null);

/**
 * Handles shortcuts: all on the canvas, save and print on the whole page, undo outside input
 * fields. Single letters work only while the canvas has the focus (WCAG 2.2, 2.1.4); Esc brings it
 * there.
 */
export const useDesignerShortcuts = (
  stage: RefObject<HTMLElement | null>,
  reach: ShortcutActions,
): void => {
  const latest = useRef(reach);
  latest.current = reach;
  useEffect(() => {
    const runShortcutByKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || openDialogs.get().length > 0) return;
      const isOnCanvas = event.target === stage.current;
      if (event.key === 'Escape' && !isOnCanvas && isPanelTarget(event.target)) {
        stage.current?.focus({ preventScroll: true });
        return;
      }
      const area = isOnCanvas ? 'canvas' : isInputField(event.target) ? 'field' : 'page';
      const shortcut = findShortcut(event, area);
      if (!shortcut || shortcut.isNative || event.code === 'Space') return;
      const { designer } = latest.current;
      const readState = () => [designer.history.get(), designer.tool.get(), designer.style.get()];
      const before = readState();
      shortcut.run(latest.current);
      const isChanged = readState().some((part, i) => part !== before[i]);
      // After the last element, Tab leaves the canvas: no keyboard trap. Esc without a selection or
      // tool ends the tour.
      const isPassedOn = !isChanged && (event.key === 'Tab' || event.key === 'Escape');
      if (!isPassedOn) event.preventDefault();
    };
    addEventListener('keydown', runShortcutByKey);
    return () => removeEventListener('keydown', runShortcutByKey);
  }, [stage]);
};
