import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { findLostLeadingZeros } from '@yunbiao/label/leading-zeros';
import { useMemo, useState } from 'react';
import css from './question.module.css';

/** Columns of the open table whose question the member declined. */
export type DismissedColumns = { names: readonly string[]; dismissColumn: (name: string) => void };

/**
 * Remembers declined columns. `table` changes when another table is opened or the mapping changes;
 * then the questions appear again.
 */
export const useDeclinedZeroQuestions = (table: string): DismissedColumns => {
  const [answers, setAnswers] = useState<{ table: string; names: readonly string[] }>({
    table,
    names: [],
  });
  const names = answers.table === table ? answers.names : [];
  return { names, dismissColumn: (name) => setAnswers({ table, names: [...names, name] }) };
};

type LostZerosProps = {
  template: Pick<Template, 'fields' | 'elements'>;
  rows: readonly LabelData[];
  settled: DismissedColumns;
  /** Prepends a 0 to the field in these rows (indexes from 0). */
  onFill: (field: TemplateField, rows: readonly number[]) => void;
};

/** Asks, for each column of product codes, whether its numbers lost a leading 0. */
export const LostZeroQuestions = ({ template, rows, settled, onFill }: LostZerosProps) => {
  const lostZeros = useMemo(() => findLostLeadingZeros(template, rows), [template, rows]);
  return lostZeros
    .filter(({ field }) => !settled.names.includes(field.name))
    .map(({ field, rows: lostRows, example }) => (
      <fieldset key={field.name} className={css.question}>
        <legend>
          “{field.label}”有 {lostRows.length.toLocaleString('zh-CN')} 行是 12 位，如 {example}
          。是不是表格去掉了开头的 0？
        </legend>
        <button type="button" className="button compact" onClick={() => onFill(field, lostRows)}>
          是，补上 0：0{example}
        </button>
        <button
          type="button"
          className="button compact"
          onClick={() => settled.dismissColumn(field.name)}
        >
          不是，末尾补校验位
        </button>
      </fieldset>
    ));
};
