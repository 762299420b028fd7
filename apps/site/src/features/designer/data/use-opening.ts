import type { TemplateField } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/toast.ts';
import { useEffect, useRef, useState } from 'react';
import type { Encoding } from '../../../kit/data/read/encoding.ts';
import type { Reading } from '../../../kit/data/read/text-file.ts';
import { openFile } from '../../../kit/data/read/open-file.ts';
import { leftText, ROOM } from './sheet.ts';
import type { Data } from './use-data.ts';

/** Opens files one at a time; another one, or leaving, gives the former up. */
export const useOpening = (data: Data, fields: readonly TemplateField[], onOpened: () => void) => {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState('');
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const open = async (
    file: File,
    { sheet = 0, encoding }: { sheet?: number; encoding?: Encoding } = {},
  ): Promise<void> => {
    work.current?.abort();
    const mine = new AbortController();
    work.current = mine;
    setReading(true);
    setError('');
    try {
      const table = await openFile(file, {
        sheet,
        encoding,
        room: ROOM,
        signal: mine.signal,
      });
      if (table.cells.length === 0) return setError(`“${file.name}”里没有字`);
      const { cells, sheets } = table;
      data.take({ name: file.name, cells, sheets, sheet: table.sheet, file }, fields);
      setReadings(encoding === undefined ? table.readings : table.readings.slice(0, 1));
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
  return {
    isReading,
    error,
    open,
    say: setError,
    /** Of the text file that is open: what it is read in, first, and what else it may be in. */
    readings,
    /** The encoding that is in use is right. */
    settle: () => setReadings((before) => before.slice(0, 1)),
  };
};
