import { strToU8, zipSync } from 'fflate';
import { MAX_SHEET_ROWS, readBook } from './library.ts';
import { chooseShown, type OpenSheet, takeSheet } from './opened.ts';
import { type Archive, MAX_PART_BYTES, type Package, readSmallPart } from './package.ts';
import { FileRefused } from './refused.ts';
import type { Room } from './room.ts';
import { completeTexts, countUnworked, readSheetText } from './sheet-text.ts';
import { createPartDecoder, simplifyXml } from './xml-text.ts';
import { unpackWhole, type ZipEntry } from './zip.ts';

/** Looks of cells; Excel keeps 65,490. */
const MAX_LOOKS = 70_000;
/** Bytes of a binary sheet and of its texts: a record of a few bytes becomes an object of many. */
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
 * An archive of stored parts under the names that Excel itself gives, so that the library need not look for them: without
 * relations the sheet of a place is the part with that number.
 */
const packParts = (kind: Package['kind'], place: number, parts: Parts): Uint8Array => {
  const names = { workbook: 'sheet.main', texts: 'sharedStrings', looks: 'styles' };
  const files = { workbook: 'workbook', texts: 'sharedStrings', looks: 'styles' };
  const declare = (name: keyof typeof names): string =>
    parts[name]
      ? `<Override PartName="/xl/${files[name]}.${kind}" ContentType="${CONTENT_TYPES[kind](names[name])}"/>`
      : '';
  const types = `${declare('workbook')}${declare('texts')}${declare('looks')}`;
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

/** The workbook's own part without what newer Excels add to it, under the one name space the library knows. */
const readWorkbookPart = (archive: Archive, { kind, workbook }: Package): Uint8Array =>
  kind === 'bin'
    ? unpackWhole(archive.bytes, workbook, MAX_PART_BYTES.other)
    : strToU8(
        readSmallPart(archive, workbook)
          .replaceAll(/<((?:\w+:)?extLst)(?:\s[^<>]*)?>[^]*?(?:<\/\1>|$)/g, '')
          .replace(
            /<(?:(\w+):)?workbook(?=[\s>])[^<>]*>/,
            (_, prefix?: string) =>
              `<${prefix ? `${prefix}:` : ''}workbook xmlns${prefix ? `:${prefix}` : ''}="${MAIN}">`,
          ),
      );

const readLooks = (archive: Archive, { kind, looks }: Package): Uint8Array | undefined => {
  if (!looks) return undefined;
  if (kind === 'bin') return unpackWhole(archive.bytes, looks, MAX_PART_BYTES.other);
  const text = readSmallPart(archive, looks);
  let count = 0;
  for (const _ of text.matchAll(/<(?:\w+:)?(?:xf|numFmt)[\s/>]/g)) count += 1;
  // Looks are in two lists, formats in a third.
  if (count > 3 * MAX_LOOKS) throw new FileRefused('表格里的格式太多，另存为 CSV 再打开');
  return strToU8(text);
};

type Contents = Pick<Parts, 'texts' | 'sheet'> & { unworked: number; lost: number };

const readXmlContents = (
  { bytes }: Archive,
  { texts }: Package,
  entry: ZipEntry,
  room: Room,
): Contents => {
  const sheet = readSheetText(bytes, entry, MAX_PART_BYTES.sheet, room);
  const part = texts && unpackWhole(bytes, texts, MAX_PART_BYTES.texts);
  const all = part ? simplifyXml(createPartDecoder(part).decode(part)) : '';
  const complete = completeTexts(all, sheet);
  return {
    sheet: strToU8(sheet),
    texts: strToU8(complete.texts),
    unworked: countUnworked(sheet),
    lost: complete.lost,
  };
};

const readBinaryContents = ({ bytes }: Archive, { texts }: Package, entry: ZipEntry): Contents => ({
  sheet: unpackWhole(bytes, entry, MAX_BINARY_BYTES),
  ...(texts && { texts: unpackWhole(bytes, texts, MAX_BINARY_BYTES) }),
  unworked: 0,
  lost: 0,
});

/** A sheet of .xlsx, .xlsm or .xlsb. */
export const openPackage = (
  archive: Archive,
  parts: Package,
  wanted: number,
  room: Room,
): OpenSheet => {
  const { kind } = parts;
  const workbook = readWorkbookPart(archive, parts);
  const listed = readBook(packParts(kind, 0, { workbook }), { sheets: [] });
  const all = (listed.Workbook?.Sheets ?? []).map(({ name = '', Hidden, id, strRelID }, place) => {
    const found = parts.sheets.get(id ?? strRelID ?? '');
    const entry = found ? found.entry : parts.findSheet(place);
    return { name, place, entry, isShown: !Hidden && (found?.hasCells ?? true) };
  });
  const shown = all.flatMap(({ entry, isShown, ...one }) =>
    isShown && entry ? [{ ...one, entry }] : [],
  );
  const { at, chosen, names } = chooseShown(shown, wanted);
  const contents =
    kind === 'bin'
      ? readBinaryContents(archive, parts, chosen.entry)
      : readXmlContents(archive, parts, chosen.entry, room);
  const { unworked, lost, ...read } = contents;
  const looks = readLooks(archive, parts);
  const packed = packParts(kind, chosen.place, { workbook, ...(looks && { looks }), ...read });
  const book = readBook(packed, {
    sheets: [chosen.place],
    ...(kind === 'bin' && { sheetRows: MAX_SHEET_ROWS }),
  });
  const sheet = takeSheet(book, chosen.name);
  const is1904 = book.Workbook?.WBProps?.date1904 ?? false;
  return { names, at, sheet, is1904, unworked, lost, hasShown: false };
};
