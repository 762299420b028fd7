import { useCallback, useRef } from 'react';
import {
  applyEdit,
  insertBlock,
  replaceUploadPlaceholder,
  type Edit,
  type Selected,
} from './edit-text.ts';

const getTextSelection = (area: HTMLTextAreaElement): Selected => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
});

/** Changes of a text area, at its selection or at a placeholder. */
export const useTextArea = (value: string, onChange: (value: string) => void) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const edit = useCallback((make: (selected: Selected) => Edit): void => {
    if (area.current && !area.current.readOnly)
      applyEdit(area.current, make(getTextSelection(area.current)));
  }, []);
  const insert = useCallback(
    (token: string) => edit((selected) => insertBlock(selected, token)),
    [edit],
  );
  const replace = useCallback((token: string, text: string): void => {
    const current = latest.current;
    const newText = replaceUploadPlaceholder(current.value, token, text);
    if (!newText) return;
    const field = area.current;
    const caret = field && { start: field.selectionStart, end: field.selectionEnd };
    current.onChange(newText.text);
    // The value is set from outside: keep the caret at the same text.
    const { shiftPlace } = newText;
    if (field && caret)
      requestAnimationFrame(() =>
        field.setSelectionRange(shiftPlace(caret.start), shiftPlace(caret.end)),
      );
  }, []);
  return { area, edit, insert, replace };
};
