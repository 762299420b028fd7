import type { TemplateField } from '@yunbiao/label';
import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { toast } from '@yunbiao/ui/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { MAX_COLUMNS } from '../../../kit/data/columns.ts';
import { openFile } from '../../../kit/data/read/open-file.ts';
import type { FileTable } from '../../../kit/data/read/read-file.ts';
import { ROOM } from './sheet.ts';
import type { Data } from './use-data.ts';

const number = (value: number): string => value.toLocaleString('zh-CN');

/** What of a table is not there, so that nothing goes missing in silence; '' when all is. */
const leftText = ({ hasMore, width, unworked }: FileTable): string =>
  [
    ...(hasMore ? [`只打开了前 ${number(MAX_ROWS)} 行，一批最多这么多`] : []),
    ...(width > MAX_COLUMNS
      ? [`第 ${MAX_COLUMNS} 列往后的 ${number(width - MAX_COLUMNS)} 列没有打开`]
      : []),
    ...(unworked > 0
      ? [`${number(unworked)} 个公式没有存下结果，是空的：在 Excel 里打开再保存一次`]
      : []),
  ].join('；');

/** Opens files one at a time; another one, or leaving, gives the former up. */
export const useOpening = (data: Data, fields: readonly TemplateField[], onOpened: () => void) => {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState('');
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const open = async (file: File, sheet = 0): Promise<void> => {
    work.current?.abort();
    const mine = new AbortController();
    work.current = mine;
    setReading(true);
    setError('');
    try {
      const table = await openFile(file, { sheet, room: ROOM, signal: mine.signal });
      if (table.cells.length === 0) return setError(`“${file.name}”里没有字`);
      const { cells, sheets } = table;
      data.take({ name: file.name, cells, sheets, sheet: table.sheet, file }, fields);
      onOpened();
      const left = leftText(table);
      if (left) toast.warn(left);
    } catch (problem) {
      if (mine.signal.aborted) return;
      setError(problem instanceof Error ? problem.message : '文件没有读出来');
    } finally {
      if (work.current === mine) setReading(false);
    }
  };
  return { isReading, error, open, say: setError };
};
