import { type Command, toLatin1 } from '../../zpl/lexer.ts';

/** The parameters of a command in one line; white space at the ends of lines means nothing. */
export const readText = ({ data }: Pick<Command, 'data'>): string =>
  toLatin1(data).replaceAll(/[\r\n\t]/g, '');

/** Printers skip them in the data of a field; behind one could stand a setting (`! U1`). */
export const dropLineEnds = (data: Uint8Array): Uint8Array =>
  data.filter((byte) => byte !== 0x0d && byte !== 0x0a);

const NUMBER = /^\s*([+-]?\d{1,9})(?!\d)/;

/** The whole number a parameter begins with; null for none. */
export function readNumber(text: string, index: number): number | null {
  const found = NUMBER.exec(text.split(',', index + 1)[index] ?? '');
  return found ? Number(found[1]) : null;
}
