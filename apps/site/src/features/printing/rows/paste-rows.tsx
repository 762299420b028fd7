import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { restoreLeadingZero } from '@yunbiao/label/leading-zeros';
import { Icon, toast } from '@yunbiao/ui';
import { useRef, useState } from 'react';
import { MAX_PASTE_LENGTH } from '../../../kit/data/cells.ts';
import {
  LostZeroQuestions,
  type DismissedColumns,
  useDeclinedZeroQuestions,
} from '../../../kit/data/lost-zeros.tsx';
import { findFirstWarning } from './skipped-rows.ts';
import { EmptyFile, EmptyPaste } from './empty-rows.tsx';
import { PendingRows } from './pending-rows.tsx';
import { OpenButton } from '../../../kit/data/open/open-button.tsx';
import type { FileOpening } from '../../../kit/data/open/use-file-opening.ts';
import { OpeningState, type OpenedRows } from './opened-rows.tsx';
import { createEmptyRow, type PendingPaste } from './paste.ts';
import css from '../print.module.css';
import { RowErrors } from './row-errors.tsx';
import { RowGrid } from './row-grid.tsx';
import type { RowWarnings } from '../../../kit/data/row-warnings.ts';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';
import type { RowTrouble } from './data-errors.ts';

type PasteRowsProps = {
  openedRows: OpenedRows;
  /** Where rows come from: pasted text, or a file. */
  source: 'paste' | 'file';
  template: Template;
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  names: RowNames;
  warnings: RowWarnings;
  troubles: readonly RowTrouble[];
  /** Error shown when there is nothing to print. */
  empty: string | undefined;
  current: number;
  onCurrent: (row: number) => void;
  /** `isNew`: the rows replace the complete table. */
  onChange: (rows: LabelData[], isNew?: boolean) => void;
  /** Rows whose columns are not mapped yet. They block printing. */
  waiting: PendingPaste | null;
  onWaiting: (waiting: PendingPaste | null) => void;
  /** Number of rows that were sent and removed from the table. */
  taken: number;
  /** Puts the sent rows back into the table. */
  onPutBack: () => void;
};

const RestoreRowsButton = ({ taken, onPutBack }: Pick<PasteRowsProps, 'taken' | 'onPutBack'>) =>
  taken > 0 && (
    <button type="button" className="bare" onClick={onPutBack}>
      <Icon name="undo" />
      放回刚才打印的 {taken.toLocaleString('zh-CN')} 行
    </button>
  );

const warnIfPasteTooLong = (text: string): boolean => {
  if (text.length <= MAX_PASTE_LENGTH) return false;
  toast.warn(`一次最多贴 ${(MAX_PASTE_LENGTH / 10_000).toLocaleString('zh-CN')} 万个字，分几次贴`);
  return true;
};

type RowsProps = PasteRowsProps & {
  opening: FileOpening;
  /** Result of the last paste. */
  said: string;
  settled: DismissedColumns;
  onBlock: (text: string, row: number) => void;
};

/**
 * The first row that cannot be printed, else the first row with a warning, with a button that goes
 * to it.
 */
const FirstReminder = ({ rows, names, warnings, onCurrent }: PasteRowsProps) => {
  const first = findFirstWarning(rows, warnings);
  if (!first) return null;
  return (
    <p className={`span-6 small ${first.isBroken ? css.bad : css.warn}`}>
      <button type="button" className="bare" onClick={() => onCurrent(first.row)}>
        {names.nameRow(first.row)}
      </button>
      ：{first.message}
    </p>
  );
};

const PastedRows = (props: RowsProps) => {
  const { fields, rows, troubles, onChange } = props;
  const [wantedCell, setWanted] = useState<RowTrouble>();
  return (
    <>
      <RowGrid {...props} wanted={wantedCell} />
      {props.said && (
        <p className="small quiet" role="status">
          上次放进来：{props.said}。
        </p>
      )}
      {props.empty && (
        <p className="field-err" role="alert">
          {props.empty}
        </p>
      )}
      <LostZeroQuestions
        template={props.template}
        rows={rows}
        settled={props.settled}
        onFill={({ name }, lostRows) => onChange(restoreLeadingZeros(rows, name, lostRows))}
      />
      <RowErrors errors={troubles} names={props.names} onGo={(error) => setWanted({ ...error })} />
      <FirstReminder {...props} />
      <div className={`span-6 row ${css.rowtools}`}>
        <button
          type="button"
          className="bare"
          onClick={() => onChange([...rows, createEmptyRow(fields)])}
          disabled={rows.length >= MAX_ROWS}
        >
          <Icon name="plus" />
          添加一行
        </button>
        {props.source === 'file' && <OpenButton opening={props.opening}>更换文件</OpenButton>}
        <RestoreRowsButton {...props} />
        <button type="button" className="bare push-end" onClick={() => onChange([])}>
          <Icon name="trash" />
          全部清空
        </button>
      </div>
    </>
  );
};

const restoreLeadingZeros = (
  rows: readonly LabelData[],
  name: string,
  lostRows: readonly number[],
): LabelData[] => {
  const rowsToFill = new Set(lostRows);
  return rows.map((row, at) =>
    rowsToFill.has(at) ? { ...row, [name]: restoreLeadingZero(row[name] ?? '') } : row,
  );
};

/** 贴几行 and 打开 Excel: one row is one label. */
export const PasteRows = (props: PasteRowsProps) => {
  const { openedRows, source, fields, rows, waiting, onWaiting } = props;
  const { opening } = openedRows;
  const [tables, setTables] = useState(0);
  const dismissed = useDeclinedZeroQuestions(String(tables));
  const onChange: PasteRowsProps['onChange'] = (next, isNew = false) => {
    if (isNew) setTables((count) => count + 1);
    props.onChange(next, isNew);
  };
  const [statusText, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const stagePaste = (text: string, at: number): void => {
    if (warnIfPasteTooLong(text)) return;
    if (text.trim() === '') return void toast.warn('剪贴板里没有行，请先在表格里复制');
    opening.cancel();
    onWaiting({ text, at });
  };
  /** Moves the focus into the table after the focused element was removed. */
  const restoreFocus = (): void =>
    void requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[role="region"], textarea, [data-file]')?.focus(),
    );
  const discardPaste = (): void => {
    opening.cancel();
    onWaiting(null);
    restoreFocus();
  };
  const putBackSubmittedRows = (): void => {
    props.onPutBack();
    restoreFocus();
  };
  return (
    <div
      ref={box}
      className={`span-6 ${css.pasting}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        void opening.open(file);
      }}
    >
      <OpeningState opening={opening} />
      {waiting ? (
        <PendingRows
          {...{ waiting, openedRows, fields, rows }}
          onCancel={discardPaste}
          onTake={(next, isNew, words) => {
            onChange(next, isNew);
            setTables((count) => count + 1);
            setSaid(words);
            discardPaste();
          }}
        />
      ) : rows.length === 0 && source === 'file' ? (
        <EmptyFile error={props.empty} opening={opening}>
          <RestoreRowsButton taken={props.taken} onPutBack={putBackSubmittedRows} />
        </EmptyFile>
      ) : rows.length === 0 ? (
        <EmptyPaste
          fields={fields}
          error={props.empty}
          onText={(text) => stagePaste(text, 0)}
          onRows={(first) => onChange(first, true)}
        >
          <RestoreRowsButton taken={props.taken} onPutBack={putBackSubmittedRows} />
        </EmptyPaste>
      ) : (
        <PastedRows
          {...props}
          {...{ onChange, settled: dismissed, said: statusText, opening }}
          onBlock={stagePaste}
          onPutBack={putBackSubmittedRows}
        />
      )}
    </div>
  );
};
