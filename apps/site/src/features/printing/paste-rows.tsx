import type { LabelData, TemplateField } from '@yunbiao/label';
import { Icon, toast } from '@yunbiao/ui';
import { type ClipboardEvent, useState } from 'react';
import type { LimitError } from './limits.ts';
import { emptyRow, MAX_ROWS, readPasted } from './paste.ts';
import css from './print.module.css';
import { RowErrors } from './row-errors.tsx';
import { RowGrid } from './row-grid.tsx';
import type { RowWarnings } from './row-warnings.ts';
import { parseTsv } from './tsv.ts';

type PasteRowsProps = {
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  warnings: RowWarnings;
  limitErrors: readonly LimitError[];
  current: number;
  onCurrent: (row: number) => void;
  onChange: (rows: LabelData[]) => void;
};

/** Says what became of a paste that did not come in whole. */
const report = (pasted: ReturnType<typeof readPasted>): void => {
  if (pasted.dropped > 0)
    toast.warn(
      `一批最多 ${MAX_ROWS.toLocaleString('zh-CN')} 行，后面 ${pasted.dropped.toLocaleString('zh-CN')} 行没有贴进来`,
    );
  if (pasted.unknown.length > 0) toast.warn(`模板里没有这些列：${pasted.unknown.join('、')}`);
};

const EmptyPaste = ({
  fields,
  onRows,
}: {
  fields: readonly TemplateField[];
  onRows: (rows: LabelData[]) => void;
}) => {
  const take = (text: string): boolean => {
    const pasted = readPasted(parseTsv(text), fields);
    report(pasted);
    if (pasted.rows.length === 0) return false;
    onRows(pasted.rows);
    return true;
  };
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    if (!take(event.clipboardData.getData('text/plain')))
      toast.warn('剪贴板里没有行，请先在表格里复制');
  };
  return (
    <div className={`w6 ${css.drop}`}>
      <textarea
        aria-label="从表格里复制几行，贴在这里"
        placeholder={`从表格里复制几行，贴在这里。\n第一行写列名（${fields.map((field) => field.label).join('、')}）就按列名对；没有列名就按这个顺序。`}
        value=""
        onPaste={onPaste}
        onChange={(event) => take(event.target.value)}
      />
      <button type="button" className="bare" onClick={() => onRows([emptyRow(fields)])}>
        <Icon name="plus" />
        手动加一行
      </button>
    </div>
  );
};

/** 贴几行: one row is one label. */
export const PasteRows = (props: PasteRowsProps) => {
  const { fields, rows, warnings, limitErrors, onChange } = props;
  const [wanted, setWanted] = useState<LimitError>();
  if (fields.length === 0)
    return <p className="w6 m q">这个模板没有要填的字，不用贴。要印几张，填份数就行。</p>;
  if (rows.length === 0) return <EmptyPaste fields={fields} onRows={onChange} />;
  const firstBad = rows.findIndex((row) => warnings.has(row));
  const said = rows[firstBad] && warnings.get(rows[firstBad])?.[0];
  return (
    <>
      <RowGrid {...props} wanted={wanted} />
      <RowErrors errors={limitErrors} onGo={(error) => setWanted({ ...error })} />
      {said && (
        <p className={`w6 s ${css.warn}`}>
          <button type="button" className="bare" onClick={() => props.onCurrent(firstBad)}>
            第 {firstBad + 1} 行
          </button>
          ：{said.message}
          {warnings.size > 1 && `（另有 ${warnings.size - 1} 行有提醒）`}
        </p>
      )}
      <div className={`w6 row ${css.rowtools}`}>
        <button
          type="button"
          className="bare"
          onClick={() => onChange([...rows, emptyRow(fields)])}
          disabled={rows.length >= MAX_ROWS}
        >
          <Icon name="plus" />
          加一行
        </button>
        <button type="button" className="bare sp" onClick={() => onChange([])}>
          <Icon name="trash" />
          全部清空
        </button>
      </div>
    </>
  );
};
