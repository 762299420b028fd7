import { type Command, decodeLatin1 } from '../../zpl/lexer.ts';
import { isControlByte, createRefusalAtByte } from '../label.ts';
import { measureXpmlMark } from '../xpml.ts';

/** Drivers start with `^CT~~CD,~CC^~CT~`; some senders drop the first character. */
const LEAD = /(?:^|\s)CT$/i;

/**
 * Checks bytes between formats that belong to no command. Returns the start of a driver's prologue
 * if they end with it.
 */
export function checkStrayBytes(data: Uint8Array, at: number): string {
  const isLead = LEAD.test(decodeLatin1(data.subarray(-3)));
  const end = data.length - (isLead ? 2 : 0);
  let i = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
  while (i < end) {
    const mark = data[i] === 0x3c ? measureXpmlMark(data, i) : 0;
    if (mark === 0 && ((data[i] ?? 0) > 0x20 || isControlByte(data[i] ?? 0))) {
      const text = decodeLatin1(data.subarray(i, i + 24)).trim();
      if (/^(?:! ?U|\{)/i.test(text))
        throw createRefusalAtByte(
          at + i,
          '这里有改打印机设置的命令（! U 或 JSON），不能夹在标签里',
        );
      throw createRefusalAtByte(at + i, `“${text.replaceAll(/[^\x20-\x7e]/g, '?')}”不是 ZPL 命令`);
    }
    i += Math.max(mark, 1);
  }
  return isLead ? 'CT' : '';
}

/** A prefix without command: `^^FT`, `CT~~CD,`, and the default escape character of a code. */
export const isIgnoredPrefix = ({ name, data }: Command, before: string): boolean => {
  if (name === '^') return data.length === 0;
  if (name !== '~') return false;
  if (before === 'CT') return data.length === 0;
  return before === '^BX' && !/^\s*[A-Za-z]/.test(decodeLatin1(data.subarray(0, 8)));
};
