import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../../kit/guide/trouble-guides.ts';
import { useState } from 'react';
import { MAX_PASTE_LENGTH } from '../../../kit/data/cells.ts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { EncodingChoice } from '../../../kit/data/open/encoding-choice.tsx';
import { OpenButton } from '../../../kit/data/open/open-button.tsx';
import { describeOmitted } from '../../../kit/data/open/read-limits.ts';
import { SheetChoice } from '../../../kit/data/open/sheet-choice.tsx';
import { type FileOpening, useFileOpening } from '../../../kit/data/open/use-file-opening.ts';
import { packCells } from '../../../kit/data/pack-cells.ts';
import { FileError } from '../../../kit/data/read/file-error.ts';
import type { OpenedFile, PendingPaste } from './paste.ts';

/**
 * As much text as a paste may have. A small file can hold far more, since its cells share texts.
 * @throws FileError
 */
const requireTextWithinPasteLimit = (cells: readonly (readonly string[])[]): void => {
  let length = 0;
  for (const row of cells) for (const cell of row) length += cell.length;
  if (length > MAX_PASTE_LENGTH)
    throw new FileError(
      `表里有 ${formatCount(length)} 个字，一次最多 ${formatCount(MAX_PASTE_LENGTH)} 个，分成几个文件再打开`,
    );
};

/** Opens a file of rows. They wait until the member has mapped their columns. */
export const useOpenedRows = (onWaiting: (waiting: PendingPaste) => void) => {
  // Gone after a reload, which keeps the rows: another sheet then needs the file again.
  const [file, setFile] = useState<File | null>(null);
  const opening = useFileOpening((file, table) => {
    const { cells, rowNumbers, sheets, sheet, hasMore } = table;
    requireTextWithinPasteLimit(cells);
    setFile(file);
    const omitted = describeOmitted(table);
    const openedFile = { name: file.name, sheets, sheet, omitted, hasMore, rowNumbers };
    onWaiting({ text: packCells(cells), at: 0, file: openedFile });
  });
  return { file, opening };
};

export type OpenedRows = ReturnType<typeof useOpenedRows>;

type FileChoicesProps = { opened: OpenedFile; rows: OpenedRows };

/** Choices about the open file: its sheet, its encoding, another file. */
export const FileChoices = ({ opened, rows: { file, opening } }: FileChoicesProps) => (
  <>
    {file && opened.sheets.length > 1 && (
      <span className="field-box compact">
        <SheetChoice
          sheets={opened.sheets}
          sheet={opened.sheet}
          onOpen={(sheet) => void opening.open(file, { sheet })}
        />
      </span>
    )}
    {file && <EncodingChoice file={file} opening={opening} />}
    <OpenButton opening={opening}>更换文件</OpenButton>
  </>
);

/** That a file is being read, or why the last one was not opened. */
export const OpeningState = ({ opening }: { opening: FileOpening }) => {
  if (opening.isReading)
    return (
      <p className="span-6 small quiet" role="status">
        正在读文件…
      </p>
    );
  return (
    opening.error && (
      <p className="span-6 field-err" role="alert">
        {opening.error} <GuideLink guide={PLACE_GUIDES['file-refused']} />
      </p>
    )
  );
};
