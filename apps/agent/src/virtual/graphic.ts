import { inflateSync } from 'node:zlib';

/** Dots of a `^GF` graphic: one bit per dot, 1 = black, rows of `stride` bytes. */
export type Graphic = { stride: number; height: number; data: Uint8Array };

const parseRepeatCount = (char: string): number => {
  const code = char.charCodeAt(0);
  if (code >= 71 && code <= 89) return code - 70;
  if (code >= 103 && code <= 122) return (code - 102) * 20;
  return 0;
};

/**
 * Decodes hex digits with ZPL's run lengths: G–Y 1–19, g–z 20–400 repeats; `,` fills the row with
 * 0, `!` with F, `:` repeats the row above.
 */
const unpackHex = (text: string, stride: number, rows: number): Uint8Array => {
  const digits = stride * 2;
  const lines: string[] = [];
  let line = '';
  let repeat = 0;
  const splitCompleteRows = (): void => {
    while (line.length >= digits && lines.length < rows) {
      lines.push(line.slice(0, digits));
      line = line.slice(digits);
    }
  };
  for (const char of text) {
    const repeatCount = parseRepeatCount(char);
    if (repeatCount > 0) repeat += repeatCount;
    else if (/[0-9A-Fa-f]/.test(char)) {
      line += char.repeat(Math.max(1, repeat));
      repeat = 0;
      splitCompleteRows();
    } else if (char === ',' || char === '!') {
      line = line.padEnd(digits, char === ',' ? '0' : 'F');
      splitCompleteRows();
    } else if (char === ':') lines.push(lines.at(-1) ?? '0'.repeat(digits));
  }
  return Uint8Array.from(
    Buffer.from(
      lines
        .slice(0, rows)
        .join('')
        .padEnd(rows * digits, '0'),
      'hex',
    ),
  );
};

/**
 * Parses the parameters of `^GF`, format A (ASCII hex, also compressed, or `:Z64:` / `:B64:`). Null
 * when they are of another format or damaged.
 */
export const parseGraphic = (parameters: string): Graphic | null => {
  const match = /^A,(\d+),(\d+),(\d+),([^]*)$/.exec(parameters);
  if (!match) return null;
  const total = Number(match[2]);
  const stride = Number(match[3]);
  const text = (match[4] ?? '').replace(/[\r\n]/g, '');
  if (stride < 1 || total < stride || total > 16 * 1024 * 1024) return null;
  const height = Math.floor(total / stride);
  const packedMatch = /^:(Z64|B64):([A-Za-z0-9+/=]*):([0-9A-Fa-f]{4})$/.exec(text);
  if (!packedMatch && text.startsWith(':')) return null;
  if (!packedMatch) return { stride, height, data: unpackHex(text, stride, height) };
  const bytes = Buffer.from(packedMatch[2] ?? '', 'base64');
  try {
    const data = packedMatch[1] === 'Z64' ? inflateSync(bytes, { maxOutputLength: total }) : bytes;
    return data.length === total ? { stride, height, data: Uint8Array.from(data) } : null;
  } catch {
    return null;
  }
};
