import { strToU8, zipSync } from 'fflate';
import { MAX_SHEET_ROWS, parseWorkbookWithOwnFormats } from './library.ts';
import {
  chooseSheetOrFirst,
  getRowNumberByIndex,
  type OpenedSheet,
  requireReadableBookSheet,
} from './open-sheet.ts';
import { type Archive, MAX_PART_BYTES, type Package, readSimplifiedXmlPart } from './package.ts';
import { FileError } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { padSharedStrings, countUncomputedFormulas, readSheetText } from './sheet-text.ts';
import { createPartDecoder, simplifyXml } from './xml-text.ts';
import { unpackZipEntryFully, type ZipEntry } from './zip.ts';

/** Maximum number of cell formats. Excel allows 65,490. */
const MAX_CELL_FORMATS = 70_000;
/**
 * Maximum size of a binary sheet and of its strings, in bytes. A record of a few bytes becomes a
 * large object.
 */
const MAX_BINARY_BYTES = 64_000_000;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const CONTENT_TYPES = {
  xml: (part: string): string =>
    `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`,
  bin: (part: string): string =>
    part === 'sheet.main'
      ? 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'
      : `application/vnd.ms-excel.${part}`,
};

type Parts = { workbook: Uint8Array; texts?: Uint8Array; looks?: Uint8Array; sheet?: Uint8Array };

/**
 * Builds an uncompressed archive with the part names that Excel uses, so that the library finds
 * them without relationship files: sheet n is the part with that number.
 */
const buildArchiveOfExcelParts = (
  kind: Package['kind'],
  place: number,
  parts: Parts,
): Uint8Array => {
  const names = { workbook: 'sheet.main', texts: 'sharedStrings', looks: 'styles' };
  const files = { workbook: 'workbook', texts: 'sharedStrings', looks: 'styles' };
  const declarePartType = (name: keyof typeof names): string =>
    parts[name]
      ? `<Override PartName="/xl/${files[name]}.${kind}" ContentType="${CONTENT_TYPES[kind](names[name])}"/>`
      : '';
  const types = `${declarePartType('workbook')}${declarePartType('texts')}${declarePartType('looks')}`;
  return zipSync(
    {
      '[Content_Types].xml': strToU8(`<Types xmlns="${TYPES}">${types}</Types>`),
      [`xl/workbook.${kind}`]: parts.workbook,
      ...(parts.texts && { [`xl/sharedStrings.${kind}`]: parts.texts }),
      ...(parts.looks && { [`xl/styles.${kind}`]: parts.looks }),
      ...(parts.sheet && { [`xl/worksheets/sheet${place + 1}.${kind}`]: parts.sheet }),
    },
    { level: 0 },
  );
};

/**
 * Reads the workbook part, removes extensions of newer Excel versions and normalizes the namespace
 * to the one the library knows.
 */
const readWorkbookPart = (archive: Archive, { kind, workbook }: Package): Uint8Array =>
  kind === 'bin'
    ? unpackZipEntryFully(archive.bytes, workbook, MAX_PART_BYTES.other)
    : strToU8(
        readSimplifiedXmlPart(archive, workbook)
          .replaceAll(/<((?:\w+:)?extLst)(?:\s[^<>]*)?>[^]*?(?:<\/\1>|$)/g, '')
          .replace(
            /<(?:(\w+):)?workbook(?=[\s>])[^<>]*>/,
            (_, prefix?: string) =>
              `<${prefix ? `${prefix}:` : ''}workbook xmlns${prefix ? `:${prefix}` : ''}="${MAIN}">`,
          ),
      );

const readStyles = (archive: Archive, { kind, looks }: Package): Uint8Array | undefined => {
  if (!looks) return undefined;
  if (kind === 'bin') return unpackZipEntryFully(archive.bytes, looks, MAX_PART_BYTES.other);
  const text = readSimplifiedXmlPart(archive, looks);
  let count = 0;
  for (const _ of text.matchAll(/<(?:\w+:)?(?:xf|numFmt)[\s/>]/g)) count += 1;
  // Cell formats are in two lists, number formats in a third.
  if (count > 3 * MAX_CELL_FORMATS) throw new FileError('表格里的格式太多，另存为 CSV 再打开');
  return strToU8(text);
};

type Contents = Pick<Parts, 'texts' | 'sheet'> & { unworked: number; lost: number };

const readXmlSheetContents = (
  { bytes }: Archive,
  { texts }: Package,
  entry: ZipEntry,
  room: SheetLimits,
): Contents => {
  const sheet = readSheetText(bytes, entry, MAX_PART_BYTES.sheet, room);
  const part = texts && unpackZipEntryFully(bytes, texts, MAX_PART_BYTES.texts);
  const textsXml = part ? simplifyXml(createPartDecoder(part).decode(part)) : '';
  const complete = padSharedStrings(textsXml, sheet);
  return {
    sheet: strToU8(sheet),
    texts: strToU8(complete.texts),
    unworked: countUncomputedFormulas(sheet),
    lost: complete.lost,
  };
};

const readBinarySheetContents = (
  { bytes }: Archive,
  { texts }: Package,
  entry: ZipEntry,
): Contents => ({
  sheet: unpackZipEntryFully(bytes, entry, MAX_BINARY_BYTES),
  ...(texts && { texts: unpackZipEntryFully(bytes, texts, MAX_BINARY_BYTES) }),
  unworked: 0,
  lost: 0,
});

/** Opens a sheet of an .xlsx, .xlsm or .xlsb file. */
export const openExcelPackageSheet = (
  archive: Archive,
  parts: Package,
  wantedSheet: number,
  room: SheetLimits,
): OpenedSheet => {
  const { kind } = parts;
  const workbook = readWorkbookPart(archive, parts);
  const listedBook = parseWorkbookWithOwnFormats(buildArchiveOfExcelParts(kind, 0, { workbook }), {
    sheets: [],
  });
  const listedSheets = (listedBook.Workbook?.Sheets ?? []).map(
    ({ name = '', Hidden, id, strRelID }, place) => {
      const sheetPart = parts.sheets.get(id ?? strRelID ?? '');
      const entry = sheetPart ? sheetPart.entry : parts.findSheet(place);
      return { name, place, entry, isShown: !Hidden && (sheetPart?.hasCells ?? true) };
    },
  );
  const visibleSheets = listedSheets.flatMap(({ entry, isShown, ...one }) =>
    isShown && entry ? [{ ...one, entry }] : [],
  );
  const { at, chosen, names } = chooseSheetOrFirst(visibleSheets, wantedSheet);
  const contents =
    kind === 'bin'
      ? readBinarySheetContents(archive, parts, chosen.entry)
      : readXmlSheetContents(archive, parts, chosen.entry, room);
  const { unworked, lost, ...read } = contents;
  const looks = readStyles(archive, parts);
  const packedBook = buildArchiveOfExcelParts(kind, chosen.place, {
    workbook,
    ...(looks && { looks }),
    ...read,
  });
  const book = parseWorkbookWithOwnFormats(packedBook, {
    sheets: [chosen.place],
    ...(kind === 'bin' && { sheetRows: MAX_SHEET_ROWS }),
  });
  const sheet = requireReadableBookSheet(book, chosen.name);
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false;
  return {
    names,
    at,
    sheet,
    is1904,
    uncomputedCount: unworked,
    missingTextCount: lost,
    toSheetRow: getRowNumberByIndex,
    hasDisplayedText: false,
  };
};
