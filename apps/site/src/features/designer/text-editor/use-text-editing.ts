import { CONTENT_LENGTH, MAX_TEXT_SPANS, TEXT_SIZE_MM } from '@yunbiao/contract/limits/template';
import { mapElements } from '@yunbiao/designer/doc';
import {
  getRunsText,
  getSharedLook,
  readStyledRuns,
  replaceRange,
  setLook,
  type StyledRun,
  type TextLook,
  type TextRange,
  writeStyledRuns,
} from '@yunbiao/designer/text/rich-text';
import { getSolePlaceholderText } from '@yunbiao/designer/content';
import type { TextElement } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Designer, useDesigner } from '../designer.ts';
import { parseRuns, readSelection, renderRuns, restoreSelection } from './text-dom.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Text for a placeholder: the label of its column, or the formula itself. */
const createDescribe =
  (designer: Designer) =>
  (placeholder: string): string => {
    const name = getSolePlaceholderText(placeholder);
    const { fields } = designer.getDoc().template;
    return fields.find((field) => field.name === name)?.label ?? name;
  };

/**
 * Stores the parts in the template. `key`: changes of one key form one undo step. Returns the error,
 * '' without one.
 */
const storeRuns = (
  designer: Designer,
  { text, runs, key }: { text: TextElement; runs: readonly StyledRun[]; key?: string },
): string => {
  if (getRunsText(runs).length > CONTENT_LENGTH) return `一段文字最多 ${CONTENT_LENGTH} 个字`;
  const changed = writeStyledRuns(text, runs);
  if (!changed) return `一段文字最多有 ${MAX_TEXT_SPANS} 种样子的部分`;
  if (isSame(changed, text)) return '';
  designer.execute(
    '修改文字',
    (doc) => ({
      ...doc,
      template: mapElements(doc.template, (element) =>
        element.id === text.id ? changed : element,
      ),
    }),
    key,
  );
  return '';
};

const clampSize = (sizeMm: number): number =>
  Math.min(TEXT_SIZE_MM.max, Math.max(TEXT_SIZE_MM.min, Number(sizeMm.toFixed(2))));

type Root = RefObject<HTMLDivElement | null>;

/** Functions that show the parts in the editable element, and read them from it. */
const useShownRuns = (text: TextElement, root: Root, range: RefObject<TextRange>) => {
  const designer = useDesigner();
  const latest = useRef(text);
  latest.current = text;
  const showRuns = useCallback(
    (runs: readonly StyledRun[]): void => {
      if (root.current) renderRuns(root.current, runs, createDescribe(designer));
    },
    [root, designer],
  );
  const readRuns = useCallback((): StyledRun[] => {
    const storedRuns = readStyledRuns(latest.current);
    return root.current && storedRuns[0] ? parseRuns(root.current, storedRuns[0]) : storedRuns;
  }, [root]);
  useLayoutEffect(() => {
    const storedRuns = readStyledRuns(text);
    const isShown = isSame(writeStyledRuns(text, readRuns()), writeStyledRuns(text, storedRuns));
    // The browser's own change, in whose middle an input method may be, stays untouched.
    if (root.current?.childNodes.length && isShown) return;
    showRuns(storedRuns);
    if (root.current && document.activeElement === root.current)
      restoreSelection(root.current, range.current);
  }, [text, root, range, readRuns, showRuns]);
  return { latest, showRuns, readRuns };
};

/** The selection in the editable element, and the look that it shares. */
const useSelectedLook = (root: Root, range: RefObject<TextRange>, readRuns: () => StyledRun[]) => {
  const [look, setLook] = useState<Partial<TextLook>>({});
  useEffect(() => {
    const rememberSelection = (): void => {
      const selected = root.current && readSelection(root.current);
      if (!selected) return;
      range.current = selected;
      setLook(getSharedLook(readRuns(), selected));
    };
    document.addEventListener('selectionchange', rememberSelection);
    return () => document.removeEventListener('selectionchange', rememberSelection);
  }, [root, range, readRuns]);
  return [look, setLook] as const;
};

/** Keeps an editable element and a text of the template the same after changes of either. */
export const useTextEditing = (text: TextElement, root: Root) => {
  const designer = useDesigner();
  const range = useRef<TextRange>({ from: 0, to: 0 });
  const { latest, showRuns, readRuns } = useShownRuns(text, root, range);
  const [look, setShownLook] = useSelectedLook(root, range, readRuns);
  const typingKey = `text:${text.id}`;
  const changeRuns = (runs: readonly StyledRun[], selected: TextRange, key?: string): void => {
    const error = storeRuns(designer, { text: latest.current, runs, ...(key && { key }) });
    if (error) return void toast.error(error);
    showRuns(runs);
    range.current = selected;
    setShownLook(getSharedLook(runs, selected));
    root.current?.focus();
    if (root.current) restoreSelection(root.current, selected);
  };
  /** The event of a change of the selection comes later than the key after it. */
  const readRange = (): TextRange => (root.current && readSelection(root.current)) ?? range.current;
  const changeLook = (next: Partial<TextLook>): void =>
    changeRuns(setLook(readRuns(), readRange(), next), readRange());
  return {
    look,
    setLook: changeLook,
    resize: (stepMm: number): void => {
      const { sizeMm = latest.current.sizeMm } = getSharedLook(readRuns(), readRange());
      changeLook({ sizeMm: clampSize(sizeMm + stepMm) });
    },
    insertText: (typed: string): void => {
      const selected = readRange();
      const at = selected.from + typed.length;
      changeRuns(replaceRange(readRuns(), selected, typed), { from: at, to: at }, typingKey);
    },
    /** Stores what the browser has changed. */
    storeInput: (): void => {
      const error = storeRuns(designer, {
        text: latest.current,
        runs: readRuns(),
        key: typingKey,
      });
      if (!error) return;
      toast.error(error);
      showRuns(readStyledRuns(latest.current));
    },
  };
};
