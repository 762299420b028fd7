import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { findLostZeros } from '@yunbiao/label/lost-zeros';
import { useMemo, useState } from 'react';
import css from './question.module.css';

/** Columns about which the question was answered with no, in the table that is open. */
export type Settled = { names: readonly string[]; settle: (name: string) => void };

/** `table`: changes when another table is opened or other columns fill the fields, and the question is asked again. */
export const useSettled = (table: string): Settled => {
  const [answers, setAnswers] = useState<{ table: string; names: readonly string[] }>({
    table,
    names: [],
  });
  const names = answers.table === table ? answers.names : [];
  return { names, settle: (name) => setAnswers({ table, names: [...names, name] }) };
};

type LostZerosProps = {
  template: Pick<Template, 'fields' | 'elements'>;
  rows: readonly LabelData[];
  settled: Settled;
  /** Puts a 0 in front of a field in these rows, counted from 0. */
  onFill: (field: TemplateField, rows: readonly number[]) => void;
};

/** Asks once for each column of product codes whether its numbers lost their leading 0. */
export const LostZeros = ({ template, rows, settled, onFill }: LostZerosProps) => {
  const found = useMemo(() => findLostZeros(template, rows), [template, rows]);
  return found
    .filter(({ field }) => !settled.names.includes(field.name))
    .map(({ field, rows: lost, example }) => (
      <fieldset key={field.name} className={css.question}>
        <legend>
          “{field.label}”有 {lost.length.toLocaleString('zh-CN')} 行是 12 位，如 {example}
          。是不是表格去掉了开头的 0？
        </legend>
        <button type="button" className="button compact" onClick={() => onFill(field, lost)}>
          是，补上 0：0{example}
        </button>
        <button type="button" className="button compact" onClick={() => settled.settle(field.name)}>
          不是，末尾补校验位
        </button>
      </fieldset>
    ));
};
