import { type Command, toLatin1 } from '../../zpl/lexer.ts';
import { isControl, refuseAt } from '../label.ts';
import { measureXpml } from '../xpml.ts';

/** Drivers begin with `^CT~~CD,~CC^~CT~`, of which senders cut off the first sign. */
const LEAD = /(?:^|\s)CT$/i;

/** What stands between formats and belongs to no command. Returns what of a driver's beginning it ends with. */
export function checkStray(data: Uint8Array, at: number): string {
  const isLead = LEAD.test(toLatin1(data.subarray(-3)));
  const end = data.length - (isLead ? 2 : 0);
  let i = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
  while (i < end) {
    const mark = data[i] === 0x3c ? measureXpml(data, i) : 0;
    if (mark === 0 && ((data[i] ?? 0) > 0x20 || isControl(data[i] ?? 0))) {
      const text = toLatin1(data.subarray(i, i + 24)).trim();
      if (/^(?:! ?U|\{)/i.test(text))
        throw refuseAt(at + i, '这里有改打印机设置的命令（! U 或 JSON），不能夹在标签里');
      throw refuseAt(at + i, `“${text.replaceAll(/[^\x20-\x7e]/g, '?')}”不是 ZPL 命令`);
    }
    i += Math.max(mark, 1);
  }
  return isLead ? 'CT' : '';
}

/** A prefix that begins no command: `^^FT`, `CT~~CD,`, and the escape sign of a code, which is its default. */
export const isIdle = ({ name, data }: Command, before: string): boolean => {
  if (name === '^') return data.length === 0;
  if (name !== '~') return false;
  if (before === 'CT') return data.length === 0;
  return before === '^BX' && !/^\s*[A-Za-z]/.test(toLatin1(data.subarray(0, 8)));
};
