import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { restoreZero } from '@yunbiao/label/lost-zeros';
import { Icon, toast } from '@yunbiao/ui';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { MAX_PASTED, readPaste } from '../../kit/data/cells.ts';
import { LostZeros, type Settled, useSettled } from '../../kit/data/lost-zeros.tsx';
import { firstReminder } from './left-out.ts';
import { MapColumns } from './map-columns.tsx';
import { emptyRow, placeRows, replacesAll, type Waiting } from './paste.ts';
import css from './print.module.css';
import { RowErrors } from './row-errors.tsx';
import { RowGrid } from './row-grid.tsx';
import type { RowWarnings } from '../../kit/data/row-warnings.ts';
import type { RowTrouble } from './troubles.ts';

type PasteRowsProps = {
  template: Template;
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  warnings: RowWarnings;
  troubles: readonly RowTrouble[];
  /** Why nothing can be printed, when there is nothing. */
  empty: string | undefined;
  current: number;
  onCurrent: (row: number) => void;
  /** `isNew`: nothing is left of the rows before. */
  onChange: (rows: LabelData[], isNew?: boolean) => void;
  /** A paste whose columns are still being mapped; nothing is printed meanwhile. */
  waiting: Waiting | null;
  onWaiting: (waiting: Waiting | null) => void;
  /** How many rows were sent and left the table. */
  taken: number;
  /** Brings them back into it. */
  onPutBack: () => void;
};

const PutBack = ({ taken, onPutBack }: Pick<PasteRowsProps, 'taken' | 'onPutBack'>) =>
  taken > 0 && (
    <button type="button" className="bare" onClick={onPutBack}>
      <Icon name="undo" />
      放回刚才打的 {taken.toLocaleString('zh-CN')} 行
    </button>
  );

const EmptyPaste = ({
  fields,
  error,
  onText,
  onRows,
  children,
}: {
  fields: readonly TemplateField[];
  error: string | undefined;
  onText: (text: string) => void;
  onRows: (rows: LabelData[]) => void;
  children: ReactNode;
}) => (
  <div className={`span-6 ${css.drop}`}>
    <textarea
      aria-label="从表格里复制几行，贴在这里"
      placeholder={`从表格里复制几行，或者复制 CSV，贴在这里。\n接着对一下哪一列是哪一栏（${fields.map((field) => field.label).join('、')}）。`}
      value=""
      aria-invalid={error !== undefined}
      aria-describedby={error ? 'paste-error' : undefined}
      onPaste={(event) => {
        event.preventDefault();
        onText(event.clipboardData.getData('text/plain'));
      }}
      onChange={(event) => onText(event.target.value)}
    />
    {error && (
      <p className="field-err" id="paste-error" role="alert">
        {error}
      </p>
    )}
    <button type="button" className="bare" onClick={() => onRows([emptyRow(fields)])}>
      <Icon name="plus" />
      手动加一行
    </button>
    {children}
  </div>
);

const isTooLong = (text: string): boolean => {
  if (text.length <= MAX_PASTED) return false;
  toast.warn(`一次最多贴 ${(MAX_PASTED / 10_000).toLocaleString('zh-CN')} 万个字，分几次贴`);
  return true;
};

type RowsProps = PasteRowsProps & {
  /** What became of the last paste. */
  said: string;
  settled: Settled;
  onBlock: (text: string, row: number) => void;
};

/** The first thing that keeps a row from being printed, or the first reminder there is, with the way to it. */
const FirstReminder = ({ rows, warnings, onCurrent }: PasteRowsProps) => {
  const first = firstReminder(rows, warnings);
  if (!first) return null;
  return (
    <p className={`span-6 small ${first.isBroken ? css.bad : css.warn}`}>
      <button type="button" className="bare" onClick={() => onCurrent(first.row)}>
        第 {first.row + 1} 行
      </button>
      ：{first.message}
    </p>
  );
};

const Rows = (props: RowsProps) => {
  const { fields, rows, troubles, onChange } = props;
  const [wanted, setWanted] = useState<RowTrouble>();
  return (
    <>
      <RowGrid {...props} wanted={wanted} />
      {props.said && (
        <p className="small quiet" role="status">
          上次贴：{props.said}。
        </p>
      )}
      {props.empty && (
        <p className="field-err" role="alert">
          {props.empty}
        </p>
      )}
      <LostZeros
        template={props.template}
        rows={rows}
        settled={props.settled}
        onFill={({ name }, lost) => onChange(fillZeros(rows, name, lost))}
      />
      <RowErrors errors={troubles} onGo={(error) => setWanted({ ...error })} />
      <FirstReminder {...props} />
      <div className={`span-6 row ${css.rowtools}`}>
        <button
          type="button"
          className="bare"
          onClick={() => onChange([...rows, emptyRow(fields)])}
          disabled={rows.length >= MAX_ROWS}
        >
          <Icon name="plus" />
          加一行
        </button>
        <PutBack {...props} />
        <button type="button" className="bare push-end" onClick={() => onChange([])}>
          <Icon name="trash" />
          全部清空
        </button>
      </div>
    </>
  );
};

const fillZeros = (
  rows: readonly LabelData[],
  name: string,
  lost: readonly number[],
): LabelData[] => {
  const wanted = new Set(lost);
  return rows.map((row, at) =>
    wanted.has(at) ? { ...row, [name]: restoreZero(row[name] ?? '') } : row,
  );
};

/** 贴几行: one row is one label. */
export const PasteRows = (props: PasteRowsProps) => {
  const { fields, rows, waiting, onWaiting } = props;
  const [tables, setTables] = useState(0);
  const settled = useSettled(String(tables));
  const onChange: PasteRowsProps['onChange'] = (next, isNew = false) => {
    if (isNew) setTables((count) => count + 1);
    props.onChange(next, isNew);
  };
  const text = waiting?.text ?? '';
  const pasted = useMemo(() => readPaste(text), [text]);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wait = (text: string, at: number): void => {
    if (isTooLong(text)) return;
    if (text.trim() === '') return void toast.warn('剪贴板里没有行，请先在表格里复制');
    onWaiting({ text, at });
  };
  /** The focus does not go down with what it was on. */
  const focus = (): void =>
    void requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[role="region"], textarea')?.focus(),
    );
  const close = (): void => {
    onWaiting(null);
    focus();
  };
  const putBack = (): void => {
    props.onPutBack();
    focus();
  };
  if (fields.length === 0)
    return (
      <p className="span-6 medium quiet">这个模板没有要填的字，不用贴。要印几张，填份数就行。</p>
    );
  return (
    <div ref={box} className={`span-6 ${css.pasting}`}>
      {waiting ? (
        <MapColumns
          key={fields.map(({ name }) => name).join('\n')}
          pasted={pasted}
          at={waiting.at}
          fields={fields}
          onCancel={close}
          onTake={(taken, words) => {
            const isNew = replacesAll(rows, waiting.at, taken.length);
            onChange(placeRows(rows, fields, waiting.at, taken), isNew);
            setTables((count) => count + 1);
            setSaid(words);
            close();
          }}
        />
      ) : rows.length === 0 ? (
        <EmptyPaste
          fields={fields}
          error={props.empty}
          onText={(text) => wait(text, 0)}
          onRows={(first) => onChange(first, true)}
        >
          <PutBack taken={props.taken} onPutBack={putBack} />
        </EmptyPaste>
      ) : (
        <Rows {...props} {...{ onChange, settled, said }} onBlock={wait} onPutBack={putBack} />
      )}
    </div>
  );
};
