import { describe, expect, it } from 'vitest';
import { type RawLanguage, RawRefusal, readRawLabels } from './raw.ts';
import { MAX_STOCK } from './testing.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** Long enough that quadratic time would never end. */
const STREAM_LENGTH = rounds(512) * 1024;

/** Bytes that several parts of a grammar could accept, alone and in pairs. */
const RUNS = [
  ' ',
  ',',
  '<',
  '*',
  '"',
  '0',
  '9',
  '\\',
  '_',
  '~',
  '!',
  '\t',
  ', ',
  '" ',
  ' 0',
  '<end>   ',
  'A ',
];

/** Places of a run: text before it and after it, which together with it would be a label. */
const PLACES: Readonly<Record<RawLanguage, readonly (readonly [string, string])[]>> = {
  zpl: [
    ['', '!^XA^FO1,1^FDx^FS^XZ'],
    ['<xpml>', '!</xpml>^XA^FO1,1^FDx^FS^XZ'],
    ...[
      'FD',
      'FX',
      'XG',
      'IM',
      'IL',
      'XF',
      'DF',
      'ID',
      'PQ',
      'PR',
      'LH',
      'MN',
      'FW',
      'CI',
      'BY',
      'CW',
      'GFA,',
      'GFB,',
      'MU',
      'B3',
    ].map((name) => [`^XA^FO1,1^${name}`, '!^FS^XZ'] as const),
    ['~DG', '!,1,1,FF^XA^FO1,1^FDx^FS^XZ'],
    ['~DYR:A,', '!,A,G,1,1,FF^XA^FO1,1^FDx^FS^XZ'],
  ],
  tspl: [
    ['', '!\r\nPRINT 1\r\n'],
    ['<xpml>', '!</xpml>\r\nCLS\r\nPRINT 1\r\n'],
    ...[
      'BAR 1',
      'SIZE 1',
      'GAP 1',
      'SHIFT 0',
      'BITMAP 1',
      'PRINT 1',
      'SET',
      'DIRECTION 1',
      'TEXT 1,1,"',
      'BAR 1,"\\["]',
    ].map((head) => [head, '!\r\nPRINT 1\r\n'] as const),
  ],
  escpos: [
    ['', '\x1d'],
    ['\x1bD', '\x1d'],
    ['\x1dk\x04', '\x1d'],
    ['\x1bL', '\x1d'],
  ],
};

const readAll = (language: RawLanguage, text: string): string => {
  try {
    const stream = Buffer.from(text, 'latin1');
    for (const label of readRawLabels(language, stream, MAX_STOCK)) label.buildBytes();
    return 'read';
  } catch (error) {
    if (error instanceof RawRefusal) return 'refused';
    throw error;
  }
};

describe.each(['zpl', 'tspl', 'escpos'] as const)('a %s reader answers', (language) => {
  it.each(RUNS)('on as much as it may be sent of %j, in a line and in many', (run) => {
    for (const [head, tail] of PLACES[language])
      for (const length of [150, 8_000, STREAM_LENGTH]) {
        const stream = head + run.repeat(Math.ceil(length / run.length)) + tail;
        expect(readAll(language, stream)).toMatch(/^(?:read|refused)$/);
      }
    const [head, tail] = PLACES[language].at(-1) ?? ['', ''];
    const line = head + run.repeat(40) + tail;
    expect(readAll(language, line.repeat(Math.ceil(STREAM_LENGTH / line.length)))).toMatch(
      /^(?:read|refused)$/,
    );
  });
});

it('a format that says the same over and over costs each recall no more than its settings', () => {
  const stored = `^XA^DFR:A^FS${'^BY2'.repeat(60_000)}^FO1,1^FDx^FS^XZ`;
  // One label with many recalls is refused; labels with one recall each are refused when their
  // total is too large.
  expect(readAll('zpl', `${stored}^XA${'^XFR:A^FS'.repeat(4)}^XZ`)).toBe('read');
  expect(readAll('zpl', `${stored}^XA${'^XFR:A^FS'.repeat(25_000)}^XZ`)).toBe('refused');
  expect(readAll('zpl', `${stored}${'^XA^XFR:A^FS^XZ'.repeat(15_000)}`)).toBe('refused');
  const small = `^XA^DFR:A^FS${'^BY2'.repeat(3)}^FO1,1^FDx^FS^XZ`;
  expect(readAll('zpl', `${small}^XA${'^XFR:A^FS'.repeat(15_000)}^XZ`)).toBe('read');
});
