import { useRef } from 'react';
import type { FileOpening } from './use-file-opening.ts';

const ACCEPT = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt';

type OpenButtonProps = {
  opening: FileOpening;
  /** Receives the focus on an error: rows are missing. */
  isWrong?: boolean;
  children: string;
};

/** Button that opens a file of rows. */
export const OpenButton = ({ opening, isWrong, children }: OpenButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button compact"
        aria-disabled={opening.isReading}
        data-file=""
        data-wrong={isWrong || undefined}
        onClick={() => {
          if (!opening.isReading) input.current?.click();
        }}
      >
        {opening.isReading ? '正在读…' : children}
      </button>
      <input
        name="rows-file"
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label="打开 Excel 或 CSV 文件"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void opening.open(file);
        }}
      />
    </>
  );
};
