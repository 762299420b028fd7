import { type RawStock, readRawLabel } from '@yunbiao/label/raw';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Machine } from './escpos/machine.ts';
import type { PartialOptions } from './escpos/options.ts';
import { printStored, buildRaster, buildStoreCommand } from './escpos/testing.ts';
import { rounds } from '../../scripts/vitest/rounds.ts';

const STOCK: RawStock = {
  widthMm: 72,
  heightMm: 60,
  dpi: 203,
  media: 'continuous',
  gapMm: 0,
  speed: 1,
};

/** Printers that differ in mid-line behaviour and paper. */
const PRINTERS: readonly PartialOptions[] = (['roll, cut', 'labels'] as const).flatMap((stock) =>
  (['ignored', 'prints the line'] as const).flatMap((midLine) =>
    (['ignored', 'line feed'] as const).map((carriageReturn): PartialOptions => ({
      stock,
      midLine,
      carriageReturn,
      cutterMm: 0,
    })),
  ),
);

const decodeLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
/** The start of the next label, and commands that output all paper. */
const NEXT = Buffer.from('\x1b@\x1dV\x00\f\n\f', 'latin1');

/** Output for these bytes after the start of the next label: text and number of black dots. */
const print = (bytes: Uint8Array, options: PartialOptions) => {
  const machine = new Machine(options);
  machine.push(bytes);
  machine.push(NEXT);
  return machine.labels.map((label) => {
    const { text, hash } = Object(label) as { text: string; hash: string };
    return { text, hash };
  });
};

const read = (stream: string): Uint8Array | null => {
  const reading = readRawLabel('escpos', Buffer.from(stream, 'latin1'), STOCK);
  return 'bytes' in reading ? reading.bytes : null;
};

const PICTURE = ['##########', '#........#', '##########'];
const RASTER = decodeLatin1(buildRaster(PICTURE));
const GRAPHICS = decodeLatin1(Buffer.concat([buildStoreCommand(PICTURE), printStored]));
const COLUMNS = '\x1b*\x21\x02\x00\xff\x81\xff\xff\x81\xff';

describe.each(PRINTERS)('a label of ESC/POS comes out whole on %j', (options) => {
  const showAll = (stream: string): string[] =>
    print(read(stream) ?? Buffer.from('refused'), options).flatMap(({ text }) => text || []);

  it.each(['hello', 'hello\x1dV\x00', 'hello\x1bi', 'hello\f', 'a\nhello', `hello${RASTER}`])(
    'with the text of %j',
    (stream) => {
      expect(showAll(stream).join('\n')).toContain('hello');
    },
  );

  it.each([COLUMNS, `${COLUMNS}\x1dV\x42\x00`, GRAPHICS, `hello${RASTER}`, `hello${GRAPHICS}`])(
    'with the dots of %j',
    (stream) => {
      const inLines = stream.replace('hello', 'hello\n').replace(COLUMNS, `${COLUMNS}\n`);
      const printed = print(read(stream) ?? Buffer.of(), options);
      expect(printed).toEqual(print(Buffer.from(`\x1b@${inLines}`, 'latin1'), options));
      expect(printed).not.toEqual(print(Buffer.of(), options));
    },
  );

  it('whatever it is made of, and leaves nothing in the line', () => {
    const pieces = ['x', 'x x', ' ', '\n', '\r', '\t', '\x1bJ\x08', '\x1bd\x01', '\x1b$\x10\x00'];
    const ends = ['', '\f', '\x1dV\x00', '\x1dV\x42\x00', '\x1bi', '\f\x1dV\x00'];
    const piece = fc.constantFrom(...pieces, RASTER, GRAPHICS, COLUMNS, '\x1ba\x01', '\x1bE\x01');
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...ends), (parts, end) => {
        const bytes = read(parts.join('') + end);
        if (!bytes) return;
        accepted += 1;
        const text = print(bytes, options).map((label) => label.text);
        const count = (texts: string[]): number => texts.join('').split('x').length - 1;
        expect(count(text)).toBe(count(parts));
        const machine = new Machine(options);
        machine.push(bytes);
        expect(machine.state.settings).toMatchObject({ line: '' });
      }),
      { numRuns: rounds(300) },
    );
    expect(accepted).toBeGreaterThan(rounds(300) / 3);
  });
});
