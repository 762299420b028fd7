import { CONTENT_LENGTH, MAX_TABLE_CELLS } from '@yunbiao/contract/limits/template';
import type { TableElement } from '@yunbiao/label';
import { changeCell, findCellAt, type Place } from '@yunbiao/designer/table';
import { findNextCell, pasteBlock } from '@yunbiao/designer/table-typing';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { parseDelimitedCells } from '../../../../kit/data/cells.ts';
import { useDesigner } from '../../designer.ts';
import own from '../parts/parts.module.css';
import { type CellAct, chooseCellAct } from './cell-keys.ts';

/** Longer texts exceed the limits of a table, so they are not read. */
const MAX_PASTED_TEXT = MAX_TABLE_CELLS * CONTENT_LENGTH;

type CellInputProps = {
  table: TableElement;
  at: Place;
  name: string;
  style: CSSProperties;
  /** Takes the focus when it is chosen. */
  isEntered: boolean;
  onMove: (to: Place) => void;
};

/** The content before the cell was edited, and the functions that change it. */
const useCellContent = ({ table, at }: CellInputProps) => {
  const designer = useDesigner();
  const content = findCellAt(table, at)?.content ?? '';
  const setContent = (next: string): void => {
    if (next === content) return;
    const key = `cell:${table.id}:${at.row}.${at.column}:content`;
    designer.execute('修改格子', changeCell(table.id, at, { content: next }), key);
  };
  const pasteCells = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    // A single value is left to the input.
    if (!/[\t\n]./.test(text)) return;
    event.preventDefault();
    if (text.length > MAX_PASTED_TEXT) return void toast.error('贴的内容太长，放不进一个表格');
    const { template } = designer.getDoc();
    const block = parseDelimitedCells(text);
    const command = pasteBlock(template, table, { id: table.id, at, block });
    if (typeof command === 'string') toast.error(command);
    else designer.execute('粘贴到表格', command);
  };
  return { content, setContent, pasteCells };
};

/** The chosen cell: shown as a cell until something is typed, then as an input. */
export const CellInput = (props: CellInputProps) => {
  const { table, at, name, style, isEntered, onMove } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const { content, setContent, pasteCells } = useCellContent(props);
  const [contentBefore, setBefore] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (isEntered) box.current?.focus({ preventScroll: true });
  }, [isEntered]);
  const applyCellAct = (cellAct: CellAct, input: HTMLTextAreaElement): void => {
    setBefore(cellAct === 'edit' || cellAct === 'break' ? (contentBefore ?? content) : null);
    if (cellAct === 'edit') input.setSelectionRange(content.length, content.length);
    else if (cellAct === 'clear') setContent('');
    else if (cellAct === 'restore') setContent(contentBefore ?? '');
    else if (cellAct === 'break') {
      input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
      setContent(input.value);
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { step, act: cellAct } = chooseCellAct(event, contentBefore !== null);
    const next = step && findNextCell(table, at, step);
    // At the end of the table, Tab leaves it.
    if (cellAct === 'none' || (step && !next && event.key === 'Tab')) return;
    event.preventDefault();
    applyCellAct(cellAct, event.currentTarget);
    if (next) onMove(next);
  };
  /** The first press chooses the cell, so that typing replaces its content. */
  const focusOnPress = (event: MouseEvent<HTMLTextAreaElement>): void => {
    if (document.activeElement === event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.focus();
  };
  return (
    <textarea
      ref={box}
      className={own.cell}
      data-cell
      aria-label={`${name}的内容`}
      style={style}
      rows={1}
      maxLength={CONTENT_LENGTH}
      spellCheck={false}
      value={content}
      onMouseDown={focusOnPress}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setBefore(null)}
      onDoubleClick={() => setBefore(content)}
      onKeyDown={handleKey}
      onPaste={pasteCells}
      onChange={(event) => {
        setBefore((before) => before ?? content);
        setContent(event.target.value);
      }}
    />
  );
};
