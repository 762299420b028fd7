import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LimitedCells } from '../cells.ts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { MAX_COLUMNS } from '../columns.ts';

/** Rows of titles, names, units and totals beside a full batch. */
const OTHER_ROWS = 32;

/** Maximum number of rows and columns read from a file. */
export const READ_LIMITS = { rows: MAX_ROWS + OTHER_ROWS, columns: MAX_COLUMNS };

/** Describes the parts of a table that were not loaded; '' when it is complete. */
export const describeOmitted = ({
  hasMore,
  width,
  unworked = 0,
  lost = 0,
}: Pick<LimitedCells, 'hasMore' | 'width'> & { unworked?: number; lost?: number }): string =>
  [
    ...(hasMore ? [`只打开了前 ${formatCount(MAX_ROWS)} 行，一批最多这么多`] : []),
    ...(width > MAX_COLUMNS
      ? [`第 ${MAX_COLUMNS} 列往后的 ${formatCount(width - MAX_COLUMNS)} 列没有打开`]
      : []),
    ...(unworked > 0
      ? [`${formatCount(unworked)} 个公式没有保存结果，是空的：在 Excel 里打开再保存一次`]
      : []),
    ...(lost > 0 ? [`${formatCount(lost)} 个格子的内容文件里没有，是空的：文件可能不完整`] : []),
  ].join('；');
