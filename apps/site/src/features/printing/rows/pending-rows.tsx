import type { LabelData, TemplateField } from '@yunbiao/label';
import { useMemo } from 'react';
import { normalizePastedTable } from '../../../kit/data/cells.ts';
import { unpackCells } from '../../../kit/data/pack-cells.ts';
import { createRowNamesForMessages } from '../../../kit/data/sheet-rows.ts';
import { MapColumns, type RowSource } from './map-columns.tsx';
import { FileChoices, type OpenedRows } from './opened-rows.tsx';
import { isPasteReplacingAllRows, mergePastedRows, type PendingPaste } from './paste.ts';

type PendingRowsProps = {
  fields: readonly TemplateField[];
  /** The table that they are added to, or replace. */
  rows: readonly LabelData[];
  waiting: PendingPaste;
  openedRows: OpenedRows;
  onCancel: () => void;
  /** `isNew`: the rows replace the complete table. */
  onTake: (rows: LabelData[], isNew: boolean, announcement: string) => void;
};

/** Where in the table the first of the rows goes; '' at its start. */
const describePasteStart = (rows: readonly LabelData[], at: number): string => {
  if (at === 0) return '';
  return at < rows.length ? `从${createRowNamesForMessages(rows).nameRow(at)}放起` : '接在后面';
};

/** Pasted or opened rows whose columns are not mapped yet. */
export const PendingRows = ({
  waiting,
  openedRows,
  fields,
  rows,
  onCancel,
  onTake,
}: PendingRowsProps) => {
  const { text, file } = waiting;
  const isFile = file !== undefined;
  // A file replaces the table, also rows that came from the designer later.
  const at = isFile ? 0 : waiting.at;
  const rowNumbers = file?.rowNumbers;
  const source = useMemo(
    (): RowSource =>
      rowNumbers
        ? { cells: unpackCells(text), rowNumbers }
        : { pasted: normalizePastedTable(text) },
    [text, rowNumbers],
  );
  return (
    <MapColumns
      key={[file?.name, ...fields.map(({ name }) => name)].join('\n')}
      {...{ source, file, at, fields, onCancel }}
      isReading={openedRows.opening.isReading}
      fileChoices={file && <FileChoices opened={file} rows={openedRows} />}
      replacedCount={rows.length}
      startText={describePasteStart(rows, at)}
      onTake={(takenRows, announcement) => {
        const before = isFile ? [] : rows;
        const isNew = isPasteReplacingAllRows(before, at, takenRows.length);
        onTake(mergePastedRows(before, fields, at, takenRows), isNew, announcement);
      }}
    />
  );
};
