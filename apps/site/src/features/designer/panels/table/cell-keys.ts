import type { CellStep } from '@yunbiao/designer/table-typing';

/** `edit`: put the cursor into the cell; `restore`: undo the typing. */
export type CellAct = 'none' | 'move' | 'edit' | 'clear' | 'break' | 'restore';

type Key = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

const ARROWS: Record<string, CellStep> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * What a key does in the chosen cell, as in a spreadsheet. While a content is edited, the left and
 * right arrow keys move the cursor.
 */
export const chooseCellAct = (
  { key, shiftKey, altKey, ctrlKey, metaKey }: Key,
  isEditing: boolean,
): { act: CellAct; step?: CellStep } => {
  if (ctrlKey || metaKey) return { act: 'none' };
  if (key === 'Enter') {
    if (altKey) return { act: 'break' };
    return { act: 'move', step: shiftKey ? 'up' : 'down' };
  }
  if (altKey) return { act: 'none' };
  if (key === 'Tab') return { act: 'move', step: shiftKey ? 'previous' : 'next' };
  if (key === 'Escape') return { act: isEditing ? 'restore' : 'none' };
  if (key === 'F2') return { act: isEditing ? 'none' : 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { act: isEditing ? 'none' : 'clear' };
  const step = ARROWS[key];
  const isCursorKey = isEditing && (step === 'left' || step === 'right');
  return step && !isCursorKey && !shiftKey ? { act: 'move', step } : { act: 'none' };
};
