import { BROKEN, FileRefused } from './refused.ts';

/** What the reader of a part hears; names are without their prefix, `tag` is what stands between the brackets. */
export type XmlHandler = {
  open: (name: string, tag: string) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Longest tag, comment or text of one piece, characters. */
const MOST_HELD = 4_000_000;
/** Longest tag with brackets in its quotes. */
const MOST_TAG = 20_000;

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : '';

/** The five entities of XML and numbered ones; a document's own are none of a workbook's, and stay as they are written. */
const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return NAMED[name] ?? whole;
        const isHex = name[1] === 'x' || name[1] === 'X';
        return character(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
      })
    : text;

const patterns = new Map<string, RegExp>();

/** An attribute of a tag, whatever its prefix; undefined when it has none of that name. */
export const attribute = (tag: string, name: string): string | undefined => {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : undefined;
};

/** Whether a quote is open at the end of what is there of a tag. */
const isQuoted = (tag: string): boolean => {
  for (let at = 0; ;) {
    const [double, single] = [tag.indexOf('"', at), tag.indexOf("'", at)];
    const open = double < 0 || (single >= 0 && single < double) ? single : double;
    if (open < 0) return false;
    const close = tag.indexOf(tag[open] ?? '"', open + 1);
    if (close < 0) return true;
    at = close + 1;
  }
};

/** Where a tag that begins at `from` ends; brackets in quotes are not its end. -1: not yet here. */
const tagEnd = (text: string, from: number): number => {
  let end = text.indexOf('>', from);
  while (end >= 0 && isQuoted(text.slice(from, end))) {
    if (end - from > MOST_TAG) throw new FileRefused(BROKEN);
    end = text.indexOf('>', end + 1);
  }
  return end;
};

/** What stands in no element, by how it begins: comments, text as it is, and what is passed over. */
const SPECIAL = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Reads XML as it comes, tag by tag, and keeps nothing of it. */
export const createXmlReader = (handler: XmlHandler) => {
  let held = '';
  const say = (text: string): void => {
    if (text !== '') handler.text?.(unescapeXml(text));
  };
  const nameIn = (tag: string, from: number): string => {
    let end = from;
    let start = from;
    for (; end < tag.length; end += 1) {
      const code = tag.charCodeAt(end);
      if (code === 58) start = end + 1;
      else if (code <= 32 || code === 47) break;
    }
    return tag.slice(start, end);
  };
  const takeTag = (tag: string): void => {
    if (tag.startsWith('!')) return;
    if (tag.startsWith('/')) return handler.close?.(nameIn(tag, 1));
    const name = nameIn(tag, 0);
    handler.open(name, tag);
    if (tag.endsWith('/')) handler.close?.(name);
  };
  /** How far it could be read; the rest is not whole yet. */
  const readFrom = (text: string): number => {
    let at = 0;
    for (;;) {
      const bracket = text.indexOf('<', at);
      if (bracket < 0) return at;
      if (bracket > at) say(text.slice(at, bracket));
      at = bracket;
      // The longest beginning must be here to be told from a tag.
      if (text.length - at < 9 && text.indexOf('>', at) < 0) return at;
      const next = text.charCodeAt(at + 1);
      const special =
        next === 33 || next === 63
          ? SPECIAL.find(([begin]) => text.startsWith(begin, at))
          : undefined;
      if (special) {
        const [begin, finish] = special;
        const end = text.indexOf(finish, at + begin.length);
        if (end < 0) return at;
        if (begin === '<![CDATA[') handler.text?.(text.slice(at + begin.length, end));
        at = end + finish.length;
        continue;
      }
      const end = tagEnd(text, at + 1);
      if (end < 0) return at;
      takeTag(text.slice(at + 1, end));
      at = end + 1;
    }
  };
  return (piece: string, isLast: boolean): void => {
    const text = held === '' ? piece : held + piece;
    const read = readFrom(text);
    held = read === 0 ? text : text.slice(read);
    if (held.length > MOST_HELD) throw new FileRefused(BROKEN);
    if (isLast && held.trim() !== '') throw new FileRefused(BROKEN);
  };
};
