import { builtInFormat } from './cell-text.ts';
import { BROKEN, FileRefused } from './refused.ts';
import { attribute, createXmlReader, type XmlHandler } from './xml.ts';
import { readDirectory, unpack, type ZipEntry } from './zip.ts';

/** Bytes a part may unpack to: sheets and texts; what is small in every workbook. */
export const MOST_BYTES = { sheet: 256_000_000, texts: 128_000_000, other: 16_000_000 };
/** Different texts and looks of cells; more than Excel keeps. */
const MOST_TEXTS = 2_000_000;
const MOST_LOOKS = 70_000;
/** Sheets there are to choose from, and the longest name Excel gives one. */
const MOST_SHEETS = 1_000;
const SHEET_NAME_LENGTH = 31;

export type Workbook = {
  sheets: { name: string; path: string }[];
  is1904: boolean;
  /** The part of this name is read piece by piece; nothing when there is none. */
  read: (path: string, most: number, handler: XmlHandler, goesOn?: () => boolean) => void;
};

const resolved = (target: string): string => {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target.slice(1) : `xl/${target}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
};

const isOle = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

const refusedKind = (bytes: Uint8Array, entries: ReadonlyMap<string, ZipEntry> | null): string => {
  if (isOle(bytes)) return '这是旧版 .xls，或者加了密码。在 Excel 里另存为没有密码的 .xlsx 再打开';
  if (entries?.has('xl/workbook.bin')) return '这是 .xlsb，在 Excel 里另存为 .xlsx 再打开';
  if (entries?.has('content.xml')) return '这是 OpenDocument 表格，另存为 .xlsx 再打开';
  return BROKEN;
};

const readBook = ({ read }: Pick<Workbook, 'read'>) => {
  const sheets: { name: string; id: string }[] = [];
  const targets = new Map<string, string>();
  let is1904 = false;
  read('xl/workbook.xml', MOST_BYTES.other, {
    open: (name, tag) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '');
      const isShown = (attribute(tag, 'state') ?? 'visible') === 'visible';
      if (name !== 'sheet' || !isShown) return;
      const called = (attribute(tag, 'name') ?? '').slice(0, SHEET_NAME_LENGTH).toWellFormed();
      if (sheets.push({ name: called, id: attribute(tag, 'id') ?? '' }) > MOST_SHEETS)
        throw new FileRefused('工作表太多，分成几个文件再打开');
    },
  });
  read('xl/_rels/workbook.xml.rels', MOST_BYTES.other, {
    open: (name, tag) => {
      if (name === 'Relationship')
        targets.set(attribute(tag, 'Id') ?? '', resolved(attribute(tag, 'Target') ?? ''));
    },
  });
  return { sheets, targets, is1904 };
};

/** A workbook's sheets that are not hidden. Throws FileRefused for what is none. */
export const openWorkbook = (bytes: Uint8Array): Workbook => {
  if (isOle(bytes)) throw new FileRefused(refusedKind(bytes, null));
  const entries = readDirectory(bytes);
  if (!entries.has('xl/workbook.xml')) throw new FileRefused(refusedKind(bytes, entries));
  const read: Workbook['read'] = (path, most, handler, goesOn = () => true) => {
    const entry = entries.get(path);
    if (!entry) return;
    const decoder = new TextDecoder();
    const take = createXmlReader(handler);
    unpack(bytes, entry, most, (piece, isLast) => {
      take(decoder.decode(piece, { stream: !isLast }), isLast);
      return goesOn();
    });
  };
  const { sheets, targets, is1904 } = readBook({ read });
  const shown = sheets.flatMap(({ name, id }) => {
    const path = targets.get(id) ?? '';
    return /\/worksheets\//.test(`/${path}`) && entries.has(path) ? [{ name, path }] : [];
  });
  if (shown.length === 0) throw new FileRefused('这个文件里没有工作表');
  return { sheets: shown, is1904, read };
};

/** Texts that cells refer to by their number, without how they are read aloud. */
export const readTexts = ({ read }: Workbook): string[] => {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isAloud = false;
  read('xl/sharedStrings.xml', MOST_BYTES.texts, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isAloud = true;
    },
    text: (piece) => {
      if (isText && !isAloud) text += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isAloud = false;
      else if (name === 'si' && texts.push(text) > MOST_TEXTS)
        throw new FileRefused('表格里的文字太多，分成几个文件再打开');
    },
  });
  return texts;
};

/** The format of numbers of each look a cell may have. */
export const readFormats = ({ read }: Workbook): string[] => {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isCells = false;
  read('xl/styles.xml', MOST_BYTES.other, {
    open: (name, tag) => {
      if (name === 'numFmt' && own.size < MOST_LOOKS)
        own.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? 'General');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells && formats.length < MOST_LOOKS) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0);
        formats.push(own.get(id) ?? builtInFormat(id));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return formats;
};
