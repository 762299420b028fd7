import { FileError } from './file-error.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { createPartDecoder, simplifyXml } from './xml-text.ts';
import { unpackZipEntry, type ZipEntry } from './zip.ts';

/** Maximum size of a sheet for the library after truncation, in characters. */
const MAX_SHEET_LENGTH = 128_000_000;
/** Maximum number of shared strings; above the limit of Excel. */
const MAX_TEXTS = 2_000_000;

const ROW_END = /<\/((?:\w+:)?)row\s*>/g;
const VALUE = /<\/(?:\w+:)?[vt]\s*>/;

/** Consumes a sheet as a stream and truncates it after the last row that fits. */
const createSheetTruncator = (room: SheetLimits) => {
  const pieces: string[] = [];
  let [length, rows, tail] = [0, 0, ''];
  /** `consume` returns the closing tags when the sheet is truncated, otherwise undefined. */
  return {
    pieces,
    consume: (piece: string): string | undefined => {
      const text = tail + piece;
      let from = 0;
      for (const end of text.matchAll(ROW_END)) {
        const next = end.index + end[0].length;
        if (VALUE.test(text.slice(from, next))) rows += 1;
        from = next;
        if (rows <= room.rows) continue;
        pieces.push(text.slice(0, next));
        const prefix = end[1] ?? '';
        return `</${prefix}sheetData></${prefix}worksheet>`;
      }
      pieces.push(text.slice(0, from));
      tail = text.slice(from);
      length += from;
      if (length + tail.length > MAX_SHEET_LENGTH)
        throw new FileError('表格太大，分成几个文件再打开');
      return undefined;
    },
    finish: (): void => void pieces.push(tail),
  };
};

/**
 * Reads the text of a sheet up to the row limit. A sheet with a million rows costs as much as one
 * with ten thousand.
 */
export const readSheetText = (
  bytes: Uint8Array,
  entry: ZipEntry,
  max: number,
  room: SheetLimits,
): string => {
  const cutter = createSheetTruncator(room);
  let decoder: TextDecoder | undefined;
  let closing: string | undefined;
  unpackZipEntry(bytes, entry, max, (piece, isLast) => {
    decoder ??= createPartDecoder(piece);
    closing = cutter.consume(decoder.decode(piece, { stream: !isLast }));
    return closing === undefined;
  });
  if (closing === undefined) cutter.finish();
  return joinStringRuns(extractCells(simplifyXml(cutter.pieces.join('') + (closing ?? ''))));
};

/** Maximum number of merged ranges that are read. */
const MAX_MERGES = 50_000;

/**  Extracts the cells and merged ranges. Links, rules and images are not necessary for labels. */
const extractCells = (sheet: string): string => {
  const end = sheet.search(/<\/(?:\w+:)?sheetData\s*>/);
  if (end < 0) return sheet;
  const merges: string[] = [];
  for (const [merge] of sheet.slice(end).matchAll(/<(?:\w+:)?mergeCell\s[^<>]*>/g)) {
    if (merges.length >= MAX_MERGES) break;
    merges.push(`${merge.replace(/\/?>$/, '')}/>`);
  }
  const start = sheet.search(/<(?:\w+:)?sheetData[\s>]/);
  const cells = sheet.slice(start, sheet.indexOf('>', end) + 1);
  return `<worksheet>${cells}<mergeCells>${merges.join('')}</mergeCells></worksheet>`;
};

const STRING_ITEM = /<((?:\w+:)?(?:si|is))(?:\s[^<>]*)?>([^]*?)(?:<\/\1\s*>|$)/g;
const RUN = /<(?:\w+:)?(?:r|rPh)(?:>|\s)/;
const PHONETIC = /<((?:\w+:)?rPh)[\s>][^]*?(?:<\/\1\s*>|$)/g;
const TEXT = /<((?:\w+:)?t)(?:\s[^<>]*)?>([^<]*)<\/\1\s*>/g;

/**
 * Joins the runs of each string into one and removes phonetic text. The library ignores the runs of
 * a string that does not start with a run.
 */
const joinStringRuns = (xml: string): string =>
  !RUN.test(xml)
    ? xml
    : xml.replaceAll(STRING_ITEM, (match, tag: string, inside: string) => {
        if (!RUN.test(inside)) return match;
        const runs = Array.from(
          inside.replaceAll(PHONETIC, '').matchAll(TEXT),
          ([, , text]) => text,
        );
        return `<${tag}><t xml:space="preserve">${runs.join('')}</t></${tag}>`;
      });

const FORMULA = /<(?:\w+:)?f[\s>/]/;
const UNCOMPUTED_FORMULA =
  /(?:<\/(?:\w+:)?f\s*>|<(?:\w+:)?f(?:\s[^<>]*)?\/>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v\s*>\s*<\/(?:\w+:)?v\s*>)?\s*<\/(?:\w+:)?c\s*>/g;

/** Counts formulas without a stored result. */
export const countUncomputedFormulas = (sheet: string): number => {
  let count = 0;
  if (FORMULA.test(sheet)) for (const _ of sheet.matchAll(UNCOMPUTED_FORMULA)) count += 1;
  return count;
};

const REFERENCE = /\st=["']s["'][^<>]*>\s*(?:<(?:\w+:)?f[^]{0,9000}?)?<(?:\w+:)?v\s*>\s*(\d+)\s*</g;

/**
 * Appends empty strings up to the highest index that the sheet refers to. The library rejects a
 * sheet with a missing string. `lost` counts the cells whose text is missing.
 */
export const padSharedStrings = (texts: string, sheet: string): { texts: string; lost: number } => {
  let count = 0;
  for (const _ of texts.matchAll(/<(?:\w+:)?si[\s>/]/g)) count += 1;
  if (count > MAX_TEXTS) throw new FileError('表格里的文字太多，分成几个文件再打开');
  const items = joinStringRuns(texts.replaceAll(/<((?:\w+:)?si)(?:\s[^<>]*)?\/>/g, '<$1></$1>'));
  let [lostCount, last] = [0, -1];
  for (const [, reference] of sheet.matchAll(REFERENCE)) {
    const at = Number(reference);
    if (at >= count) lostCount += 1;
    last = Math.max(last, at);
  }
  if (lostCount === 0) return { texts: items, lost: lostCount };
  if (last > MAX_TEXTS) throw new FileError('表格里的文字太多，分成几个文件再打开');
  const inside = /<(?:\w+:)?sst(?:\s[^<>]*)?>([^]*)<\/(?:\w+:)?sst\s*>/.exec(items)?.[1] ?? '';
  return { texts: `<sst>${inside}${'<si></si>'.repeat(last + 1 - count)}</sst>`, lost: lostCount };
};
