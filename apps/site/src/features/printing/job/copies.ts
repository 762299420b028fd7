import { MAX_LABELS, ROW_COPIES } from '@yunbiao/contract/limits/print';

/** Parses the number of copies; NaN when the text is no valid one. */
export const parseCopyCount = (text: string): number => {
  const copies = Number(text.normalize('NFKC').trim());
  return Number.isInteger(copies) && copies >= ROW_COPIES.min && copies <= ROW_COPIES.max
    ? copies
    : Number.NaN;
};

/** Describes why this number of copies is not possible for so many rows; '' when it is. */
export const findCopiesError = (copies: number, rows: number): string => {
  if (Number.isNaN(copies))
    return `填 ${ROW_COPIES.min} 到 ${ROW_COPIES.max.toLocaleString('zh-CN')} 的整数`;
  return rows * copies > MAX_LABELS
    ? `一批最多 ${MAX_LABELS.toLocaleString('zh-CN')} 张，现在是 ${(rows * copies).toLocaleString('zh-CN')} 张，分几批打印`
    : '';
};
