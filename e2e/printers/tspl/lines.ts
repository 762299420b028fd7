export type Line = { name: string; rest: string; dots: Buffer };

const BITMAP = /^\s*BITMAP\s+(?:-?\d{1,5}\s*,\s*){2}(\d{1,4})\s*,\s*(\d{1,5})\s*,\s*\d\s*,$/i;
const DOWNLOAD = /^\s*DOWNLOAD\s+(?:[FE]\s*,\s*)?"[^"]{0,60}"\s*,\s*(\d{1,8})\s*,$/i;

/** Number of data bytes after this line start; null: none. */
export const countData = (head: string): number | null => {
  const bitmap = BITMAP.exec(head);
  if (bitmap) return Number(bitmap[1]) * Number(bitmap[2]);
  const file = DOWNLOAD.exec(head);
  return file ? Number(file[1]) : null;
};

/** `DOWNLOAD "X.BAS"`: the lines up to EOP are a program. */
export const isProgramStart = (line: string): boolean =>
  /^\s*DOWNLOAD\s+(?:[FE]\s*,\s*)?"[^"]{1,60}"\s*$/i.test(line);

const TWO_WORDS = new Set(['SET', 'WLAN', 'NET', 'BT', 'NFC', 'RFID', 'OUT']);

/** The command's name: one word, or two when it starts with SET or a module's name. */
export const readName = (line: string): string => {
  const [first = ''] = /^(?:[@~!?:]*[A-Z0-9_$]+|ESC)/i.exec(line) ?? [''];
  return first.toUpperCase();
};

/** The name including its second word, if it has one. */
export const readFullName = ({ name, rest }: Line): string => {
  const [second = ''] = /^[A-Z0-9_]+/i.exec(rest) ?? [''];
  return TWO_WORDS.has(name) ? `${name} ${second.toUpperCase()}`.trim() : name;
};

/** Maximum length of a header: the longest one with all its numbers. */
const MAX_HEAD_LENGTH = 120;

const findHead = (text: string): string | null => {
  if (!/^\s*(?:BITMAP|DOWNLOAD)/i.test(text)) return null;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) {
    const head = text.slice(0, at + 1);
    if (/[\r\n]/.test(head)) return null;
    if (countData(head) !== null) return head;
  }
  return null;
};

/** Splits a format into lines with their data. */
export const splitLines = (bytes: Buffer): Line[] => {
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = findHead(bytes.toString('latin1', at, at + MAX_HEAD_LENGTH));
    const size = head === null ? 0 : (countData(head) ?? 0);
    const from = at + (head?.length ?? 0);
    const end = bytes.indexOf('\r\n', Math.min(from + size, bytes.length));
    const text = head ?? bytes.toString('latin1', at, end < 0 ? bytes.length : end);
    const line = text.trim();
    const name = readName(line);
    const dots = head === null ? Buffer.alloc(0) : bytes.subarray(from, from + size);
    lines.push({ name, rest: line.slice(name.length).trim(), dots });
    at = end < 0 ? bytes.length : end + 2;
  }
  return lines;
};
