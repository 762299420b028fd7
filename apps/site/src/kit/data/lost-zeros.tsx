import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { findLostZeros } from '@yunbiao/label/lost-zeros';
import { useMemo, useState } from 'react';
import css from './lost-zeros.module.css';

type LostZerosProps = {
  template: Pick<Template, 'fields' | 'elements'>;
  rows: readonly LabelData[];
  /** Puts a 0 in front of a field in these rows, counted from 0. */
  onFill: (field: TemplateField, rows: readonly number[]) => void;
};

/** Asks once for each column of product codes whether its numbers lost their leading 0. Another table asks anew: give it a key. */
export const LostZeros = ({ template, rows, onFill }: LostZerosProps) => {
  const [settled, setSettled] = useState<readonly string[]>([]);
  const found = useMemo(() => findLostZeros(template, rows), [template, rows]);
  return found
    .filter(({ field }) => !settled.includes(field.name))
    .map(({ field, rows: lost, example }) => (
      <fieldset key={field.name} className={css.question}>
        <legend>
          “{field.label}”有 {lost.length.toLocaleString('zh-CN')} 行是 12 位，如 {example}
          。是不是表格去掉了开头的 0？
        </legend>
        <button type="button" className="button compact" onClick={() => onFill(field, lost)}>
          是，补上 0：0{example}
        </button>
        <button
          type="button"
          className="button compact"
          onClick={() => setSettled([...settled, field.name])}
        >
          不是，末尾补校验位
        </button>
      </fieldset>
    ));
};
