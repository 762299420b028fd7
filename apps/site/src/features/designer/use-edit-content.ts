import { type RefObject, useCallback } from 'react';
import type { Designer } from './designer.ts';
import { findEditableText } from './text-editor/can-edit-text.ts';

/** Opens the selected text on the label. Returns false for elements that the panel edits. */
const editOnLabel = (designer: Designer): boolean => {
  if (designer.look.get().mode !== 'edit') return false;
  const text = findEditableText(designer.getDoc());
  if (text) designer.textEditing.set(text.id);
  return text !== null;
};

/**
 * Edits the content of the selected element: a text on the label, others in the properties panel,
 * which `open` shows.
 */
export const useEditContent = (
  designer: Designer,
  properties: RefObject<HTMLElement | null>,
  open: (sheet: 'properties') => void,
) => {
  const editContent = useCallback((): void => {
    if (editOnLabel(designer)) return;
    open('properties');
    requestAnimationFrame(() => {
      const area = properties.current?.querySelector<HTMLElement>(
        '[data-cell], [data-content], select[name="column"]',
      );
      area?.focus();
      if (area instanceof HTMLTextAreaElement) area.select();
    });
  }, [designer, properties, open]);
  /**
   * After a new text or code was drawn, edits its content: a code only if the properties panel is
   * visible. Typing replaces the selected default.
   */
  const onTextDrawn = useCallback((): void => {
    if (!editOnLabel(designer) && properties.current?.checkVisibility()) editContent();
  }, [designer, properties, editContent]);
  return { editContent, onTextDrawn };
};
