import { describe, expect, it } from 'vitest';
import { MAX_REPEATED_BYTES } from './label.ts';
import { type RawLanguage, RawRefusal, readRawLabels } from './raw.ts';
import { MAX_STOCK } from './testing.ts';

/** Total bytes of all labels of a stream, and whether one of them was refused. */
const countWork = (
  language: RawLanguage,
  stream: string,
): { written: number; isRefused: boolean } => {
  let written = 0;
  try {
    for (const label of readRawLabels(language, Buffer.from(stream, 'latin1'), MAX_STOCK))
      written += label.buildBytes().length;
    return { written, isRefused: false };
  } catch (error) {
    if (error instanceof RawRefusal) return { written, isRefused: true };
    throw error;
  }
};

const LOGO = `~DGR:A,2000,2,${'F'.repeat(4000)}`;

/** Title, language, start of the stream, and each label after it. */
const STREAMS: [string, RawLanguage, string, string][] = [
  ['an image that is never cleared', 'tspl', '', 'BAR 1,1,9,9\nPRINT 1\n'],
  [
    'a large image that is never cleared',
    'tspl',
    `TEXT 1,1,"3",0,1,1,"${'x'.repeat(8000)}"\n`,
    'PRINT 1\n',
  ],
  ['a graphic that is recalled by each', 'zpl', LOGO, '^XA^FO1,1^XGR:A^FS^XZ'],
  ['settings', 'zpl', `^XA^CF0,${' '.repeat(190)}9^XZ`, '^XA^FO1,1^GB9^FS^XZ'],
  ['settings of ESC/POS', 'escpos', '\x1ba\x01\x1b!\x08\x1d!\x00', 'a\x0c'],
];

describe('the labels of a stream', () => {
  it.each(STREAMS)('are written in linear work with %s', (_, language, first, each) => {
    for (const count of [500, 4_000, 32_000]) {
      const stream = first + each.repeat(count);
      const { written } = countWork(language, stream);
      // Limit of a label's own prefix.
      expect(written).toBeLessThan(MAX_REPEATED_BYTES + stream.length + count * 150);
    }
  });

  it.each(STREAMS.slice(0, 3))(
    'are refused where they would not be: %s',
    (_, language, first, each) => {
      expect(countWork(language, first + each.repeat(300)).isRefused).toBe(false);
      expect(countWork(language, first + each.repeat(32_000)).isRefused).toBe(true);
    },
  );

  it('may be many that clear their image', () => {
    const stream = 'CLS\nBAR 1,1,9,9\nPRINT 1\n'.repeat(20_000);
    expect(countWork('tspl', stream).isRefused).toBe(false);
  });
});
