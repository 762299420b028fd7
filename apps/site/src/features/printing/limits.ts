import type { LabelData, TemplateField } from '@yunbiao/label';

/** A text the server refuses: longer than its field takes. */
export type LimitError = {
  /** From 0. */
  row: number;
  field: TemplateField;
  /** Characters there are, and the most there may be. */
  length: number;
  most: number;
};

/** Every text that is too long, row by row, in the order of the fields. */
export const limitErrorsOf = (
  fields: readonly TemplateField[],
  rows: readonly LabelData[],
): LimitError[] => {
  const limited = fields.flatMap((field) =>
    field.maxLength === undefined ? [] : [{ field, most: field.maxLength }],
  );
  return rows.flatMap((data, row) =>
    limited.flatMap(({ field, most }) => {
      const value = data[field.name] ?? '';
      // Counted as people do only where it can matter: 10,000 rows are looked at with every key.
      const length = value.length > most ? Array.from(value).length : 0;
      return length > most ? [{ row, field, length, most }] : [];
    }),
  );
};

export const limitText = ({ length, most }: LimitError): string =>
  `最多 ${most} 个字，现在有 ${length} 个`;

/** Why nothing can be printed yet; '' when nothing is too long. */
export const stopText = (errors: readonly LimitError[], many: boolean): string => {
  const [first] = errors;
  if (!first) return '';
  const { label } = first.field;
  if (errors.length > 1) return `有 ${errors.length.toLocaleString('zh-CN')} 处太长，改短才能打印`;
  return many ? `第 ${first.row + 1} 行${label}太长，改短才能打印` : `${label}太长，改短才能打印`;
};

/** What there is to say of pasted rows in a few words: `3 行，1 行要改，2 行有提醒`. */
export const noteText = (counts: {
  rows: number;
  wrong: number;
  /** Cannot be drawn, and are not printed. */
  broken: number;
  warned: number;
  isChecking: boolean;
}): string => {
  const { rows, wrong, broken, warned, isChecking } = counts;
  if (rows === 0) return '';
  const parts = [
    `${rows.toLocaleString('zh-CN')} 行`,
    ...(wrong > 0 ? [`${wrong.toLocaleString('zh-CN')} 行要改`] : []),
    ...(broken > 0 ? [`${broken.toLocaleString('zh-CN')} 行画不出来`] : []),
    ...(isChecking
      ? ['正在检查']
      : warned > 0
        ? [`${warned.toLocaleString('zh-CN')} 行有提醒`]
        : []),
  ];
  return parts.join('，');
};
