import { type Command, decodeLatin1 } from '../../zpl/lexer.ts';

/** Parameters of a command as one line; white space around line ends has no meaning. */
export const readParameterText = ({ data }: Pick<Command, 'data'>): string =>
  decodeLatin1(data).replaceAll(/[\r\n\t]/g, '');

/**
 * Removes line ends from field data: printers skip them, and a setting command could follow one (`!
 * U1`).
 */
export const stripLineEnds = (data: Uint8Array): Uint8Array =>
  data.filter((byte) => byte !== 0x0d && byte !== 0x0a);

const NUMBER = /^\s*([+-]?\d{1,9})(?!\d)/;

/** Integer at the start of a parameter; null when there is none. */
export function readNumberParameter(text: string, index: number): number | null {
  const match = NUMBER.exec(text.split(',', index + 1)[index] ?? '');
  return match ? Number(match[1]) : null;
}
