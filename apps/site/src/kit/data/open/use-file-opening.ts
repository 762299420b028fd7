import { useEffect, useRef, useState } from 'react';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import type { Encoding } from '../read/encoding.ts';
import { FileError } from '../read/file-error.ts';
import { openFile } from '../read/open-file.ts';
import type { FileTable } from '../read/read-file.ts';
import type { DecodedSample } from '../read/text-file.ts';
import { describeOmitted, READ_LIMITS } from './read-limits.ts';

type Choice = { sheet?: number; encoding?: Encoding };

/** Aborts the file that is being read when another one is opened, and when the page is left. */
const useSingleFileRead = () => {
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const abortPreviousRead = (): AbortController => {
    work.current?.abort();
    work.current = new AbortController();
    return work.current;
  };
  return {
    start: abortPreviousRead,
    abort: () => work.current?.abort(),
    isCurrent: (abortController: AbortController) => work.current === abortController,
  };
};

/** Opens files one at a time. Opening another file or leaving the page aborts the previous one. */
export const useFileOpening = (onTable: (file: File, table: FileTable) => void) => {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState('');
  const [readings, setReadings] = useState<readonly DecodedSample[]>([]);
  const work = useSingleFileRead();
  const openSheetFile = async (file: File, { sheet = 0, encoding }: Choice = {}): Promise<void> => {
    const task = work.start();
    setReading(true);
    setError('');
    try {
      const table = await openFile(file, {
        sheet,
        encoding,
        room: READ_LIMITS,
        signal: task.signal,
      });
      if (table.cells.length === 0) return setError(`“${file.name}”里没有字`);
      onTable(file, table);
      setReadings(encoding === undefined ? table.readings : table.readings.slice(0, 1));
      const omittedText = describeOmitted(table);
      if (omittedText) toast.warn(omittedText);
    } catch (problem) {
      if (task.signal.aborted) return;
      setError(problem instanceof FileError ? problem.message : '文件没有读出来');
    } finally {
      if (work.isCurrent(task)) setReading(false);
    }
  };
  return {
    isReading,
    error,
    open: openSheetFile,
    showError: setError,
    /** Aborts an opening: its rows are no longer wanted. */
    cancel: (): void => {
      work.abort();
      setReading(false);
      setError('');
    },
    /** Encodings of the open text file: the current one first, then other possible ones. */
    readings,
    /** The member confirms the current encoding. */
    confirmEncoding: () => setReadings((before) => before.slice(0, 1)),
  };
};

export type FileOpening = ReturnType<typeof useFileOpening>;
