import { type RefObject, useCallback } from 'react';

/** Moves the focus to the content of the selected element. `open` shows the properties panel. */
export const useEditContent = (
  properties: RefObject<HTMLElement | null>,
  open: (sheet: 'properties') => void,
) => {
  const editContent = useCallback((): void => {
    open('properties');
    requestAnimationFrame(() => {
      const area = properties.current?.querySelector<HTMLElement>(
        '[data-cell], [data-content], select[name="column"]',
      );
      area?.focus();
      if (area instanceof HTMLTextAreaElement) area.select();
    });
  }, [properties, open]);
  /**
   * After a new text or code was drawn, moves the focus to its content if the properties panel is
   * visible. Typing replaces the selected default.
   */
  const onTextDrawn = useCallback((): void => {
    if (properties.current?.checkVisibility()) editContent();
  }, [properties, editContent]);
  return { editContent, onTextDrawn };
};
