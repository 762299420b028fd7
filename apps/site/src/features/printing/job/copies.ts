import { MAX_LABELS, ROW_COPIES } from '@yunbiao/contract/limits/print';

/** Returns NaN when the text is no valid number of copies. */
export const parseCopyCount = (text: string): number => {
  const copies = Number(text.normalize('NFKC').trim());
  return Number.isInteger(copies) && copies >= ROW_COPIES.min && copies <= ROW_COPIES.max
    ? copies
    : Number.NaN;
};

/** Returns '' when the number of copies is valid for this number of rows. */
export const findCopiesError = (copies: number, rows: number): string => {
  if (Number.isNaN(copies))
    return `填 ${ROW_COPIES.min} 到 ${ROW_COPIES.max.toLocaleString('zh-CN')} 的整数`;
  return rows * copies > MAX_LABELS
    ? `一批最多 ${MAX_LABELS.toLocaleString('zh-CN')} 张，现在是 ${(rows * copies).toLocaleString('zh-CN')} 张，分几批打印`
    : '';
};
