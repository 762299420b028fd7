import { strToU8, zipSync } from 'fflate';
import { MAX_SHEET_ROWS, parseWorkbookWithOwnFormats } from './library.ts';
import { chooseSheetOrFirst, type OpenedSheet, requireReadableBookSheet } from './open-sheet.ts';
import { type Archive, MAX_PART_BYTES, readSimplifiedXmlPart } from './package.ts';
import { BROKEN_FILE_MESSAGE, ENCRYPTED_FILE_MESSAGE, FileError } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { createPartDecoder, readAttribute, simplifyXml } from './xml-text.ts';
import { unpackZipEntryFully } from './zip.ts';

/** Maximum number of cells in a document, including repeated cells. */
const MAX_CELLS = 4_000_000;

/** Finds the names of hidden sheets. Their style marks them as hidden. */
const findHiddenTables = (content: string): Set<string> => {
  const styles = new Set<string>();
  const pattern = /<style:style\s([^<>]*)>\s*<style:table-properties\s([^<>]*)>/g;
  for (const [, style = '', properties = ''] of content.matchAll(pattern))
    if (readAttribute(` ${properties}`, 'display') === 'false')
      styles.add(readAttribute(` ${style}`, 'name') ?? '');
  const hidden = new Set<string>();
  for (const [tag] of content.matchAll(/<table:table\s[^<>]*>/g))
    if (styles.has(readAttribute(tag, 'style-name') ?? ''))
      hidden.add(readAttribute(tag, 'name') ?? '');
  return hidden;
};

/** Counts formulas without a stored result. */
const countUncomputedFormulas = (content: string): number => {
  let count = 0;
  for (const [tag] of content.matchAll(/<table:table-cell\s[^<>]*>/g))
    if (tag.includes('table:formula=') && !tag.includes('value-type=')) count += 1;
  return count;
};

/** Rows of a table that are read, and the repetitions between them that are left out. */
type ClampedRows = { count: number; gaps: { from: number; omitted: number }[] };

const clampRepeatAttribute = (
  tag: string,
  name: string,
  max: number,
): { clamped: string; count: number; omitted: number } => {
  const repeatCount = Number(readAttribute(tag, name) ?? 1);
  const wantedCount = Number.isInteger(repeatCount) && repeatCount > 0 ? repeatCount : 1;
  const count = Math.min(wantedCount, max);
  return {
    clamped: tag.replace(new RegExp(`(:${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`), `$1"${count}"`),
    count,
    omitted: wantedCount - count,
  };
};

/**
 * Limits repetitions to the rows and columns that are read. A cell of a few bytes can repeat across
 * a complete sheet. Throws FileError when there are still too many cells. `tables`: the rows of
 * each table, in the order of the file.
 */
const clampCellRepeats = (
  content: string,
  room: SheetLimits,
): { text: string; tables: ClampedRows[] } => {
  const tables: ClampedRows[] = [];
  let [rows, cells] = [1, 0];
  const clampRepeatedRows = (tag: string): string => {
    const row = clampRepeatAttribute(tag, 'number-rows-repeated', room.rows + 1);
    rows = row.count;
    const table = tables.at(-1);
    if (!table) return row.clamped;
    table.count += rows;
    if (row.omitted > 0) table.gaps.push({ from: table.count, omitted: row.omitted });
    return row.clamped;
  };
  const text = content.replaceAll(
    /<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])[^<>]*>/g,
    (tag, kind: string) => {
      if (kind === 'table') tables.push({ count: 0, gaps: [] });
      if (kind === 'table') return tag;
      if (kind === 'table-row') return clampRepeatedRows(tag);
      const { clamped, count } = clampRepeatAttribute(tag, 'number-columns-repeated', 16_384);
      if (kind === 'table-cell' && !tag.endsWith('/>')) cells += rows * count;
      if (cells > MAX_CELLS) throw new FileError('表格里的格子太多，分成几个文件再打开');
      return clamped;
    },
  );
  return { text, tables };
};

const createRowCounter =
  ({ gaps }: ClampedRows): OpenedSheet['toSheetRow'] =>
  (index) =>
    gaps.reduce((row, { from, omitted }) => (from <= index ? row + omitted : row), index + 1);

/** Opens a sheet of an .ods file. @throws {FileError} if the file is encrypted or broken */
export const openOdsSheet = (
  archive: Archive,
  wantedSheet: number,
  room: SheetLimits,
): OpenedSheet => {
  const { bytes, entries } = archive;
  const manifest = entries.get('meta-inf/manifest.xml');
  if (manifest && readSimplifiedXmlPart(archive, manifest).includes('encryption-data'))
    throw new FileError(ENCRYPTED_FILE_MESSAGE);
  const content = entries.get('content.xml');
  if (!content) throw new FileError(BROKEN_FILE_MESSAGE);
  const part = unpackZipEntryFully(bytes, content, MAX_PART_BYTES.texts);
  const { text, tables } = clampCellRepeats(
    simplifyXml(createPartDecoder(part).decode(part)),
    room,
  );
  const styles = entries.get('styles.xml');
  const packedBook = zipSync(
    {
      'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
      'content.xml': strToU8(text),
      'styles.xml': strToU8(styles ? readSimplifiedXmlPart(archive, styles) : '<office:styles/>'),
    },
    { level: 0 },
  );
  const book = parseWorkbookWithOwnFormats(packedBook, {
    sheetRows: MAX_SHEET_ROWS,
    cellText: true,
  });
  const hidden = findHiddenTables(text);
  const visibleSheets = book.SheetNames.filter((name) => !hidden.has(name)).map((name) => ({
    name,
  }));
  const { at, chosen, names } = chooseSheetOrFirst(visibleSheets, wantedSheet);
  const sheet = requireReadableBookSheet(book, chosen.name);
  const unworked = countUncomputedFormulas(text);
  return {
    names,
    at,
    sheet,
    is1904: false,
    uncomputedCount: unworked,
    missingTextCount: 0,
    toSheetRow: createRowCounter(
      tables[book.SheetNames.indexOf(chosen.name)] ?? { count: 0, gaps: [] },
    ),
    hasDisplayedText: true,
  };
};
