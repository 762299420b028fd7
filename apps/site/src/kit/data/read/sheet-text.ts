import { FileRefused } from './refused.ts';
import type { Room } from './room.ts';
import { createPartDecoder, simplifyXml } from './xml-text.ts';
import { unpack, type ZipEntry } from './zip.ts';

/** Characters of a sheet that are handed to the library, after what there is no room for is cut off. */
const MAX_SHEET_LENGTH = 128_000_000;
/** Texts cells may refer to; more than Excel keeps. */
const MAX_TEXTS = 2_000_000;

const ROW_END = /<\/((?:\w+:)?)row\s*>/g;
const VALUE = /<\/(?:\w+:)?[vt]\s*>/;

/** Takes a sheet as it comes, and ends it behind the last row there is room for. */
const createCutter = (room: Room) => {
  const pieces: string[] = [];
  let [length, rows, tail] = [0, 0, ''];
  /** Answers what closes the sheet when it is cut, else nothing. */
  return {
    pieces,
    take: (piece: string): string | undefined => {
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
        throw new FileRefused('表格太大，分成几个文件再打开');
      return undefined;
    },
    end: (): void => void pieces.push(tail),
  };
};

/** The text of a sheet, as far as there is room: a million rows cost what ten thousand do. */
export const readSheetText = (
  bytes: Uint8Array,
  entry: ZipEntry,
  most: number,
  room: Room,
): string => {
  const cutter = createCutter(room);
  let decoder: TextDecoder | undefined;
  let closing: string | undefined;
  unpack(bytes, entry, most, (piece, isLast) => {
    decoder ??= createPartDecoder(piece);
    closing = cutter.take(decoder.decode(piece, { stream: !isLast }));
    return closing === undefined;
  });
  if (closing === undefined) cutter.end();
  return joinRuns(keepCells(simplifyXml(cutter.pieces.join('') + (closing ?? ''))));
};

/** Ranges of merged cells that are looked at. */
const MAX_MERGES = 50_000;

/** The cells of a sheet and what is merged of them; links, rules and pictures are nothing to a label. */
const keepCells = (sheet: string): string => {
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

/** Texts as one run each, without how they are read aloud: of text that begins without a run the library takes no run. */
const joinRuns = (xml: string): string =>
  !RUN.test(xml)
    ? xml
    : xml.replaceAll(STRING_ITEM, (whole, tag: string, inside: string) => {
        if (!RUN.test(inside)) return whole;
        const runs = Array.from(
          inside.replaceAll(PHONETIC, '').matchAll(TEXT),
          ([, , text]) => text,
        );
        return `<${tag}><t xml:space="preserve">${runs.join('')}</t></${tag}>`;
      });

const FORMULA = /<(?:\w+:)?f[\s>/]/;
const UNWORKED =
  /(?:<\/(?:\w+:)?f\s*>|<(?:\w+:)?f(?:\s[^<>]*)?\/>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v\s*>\s*<\/(?:\w+:)?v\s*>)?\s*<\/(?:\w+:)?c\s*>/g;

/** Formulas whose result is not stored. */
export const countUnworked = (sheet: string): number => {
  let count = 0;
  if (FORMULA.test(sheet)) for (const _ of sheet.matchAll(UNWORKED)) count += 1;
  return count;
};

const REFERENCE = /\st=["']s["'][^<>]*>\s*(?:<(?:\w+:)?f[^]{0,9000}?)?<(?:\w+:)?v\s*>\s*(\d+)\s*</g;

/**
 * Texts as the library counts them, filled up with empty ones as far as a sheet refers to: it gives a sheet up that
 * refers to one that is not there. Answers too how many cells lose their text so.
 */
export const completeTexts = (texts: string, sheet: string): { texts: string; lost: number } => {
  let count = 0;
  for (const _ of texts.matchAll(/<(?:\w+:)?si[\s>/]/g)) count += 1;
  if (count > MAX_TEXTS) throw new FileRefused('表格里的文字太多，分成几个文件再打开');
  const items = joinRuns(texts.replaceAll(/<((?:\w+:)?si)(?:\s[^<>]*)?\/>/g, '<$1></$1>'));
  let [lost, last] = [0, -1];
  for (const [, reference] of sheet.matchAll(REFERENCE)) {
    const at = Number(reference);
    if (at >= count) lost += 1;
    last = Math.max(last, at);
  }
  if (lost === 0) return { texts: items, lost };
  if (last > MAX_TEXTS) throw new FileRefused('表格里的文字太多，分成几个文件再打开');
  const inside = /<(?:\w+:)?sst(?:\s[^<>]*)?>([^]*)<\/(?:\w+:)?sst\s*>/.exec(items)?.[1] ?? '';
  return { texts: `<sst>${inside}${'<si></si>'.repeat(last + 1 - count)}</sst>`, lost };
};
