import { execFileSync } from 'node:child_process';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { deflateWithoutCompression } from '../output/deflate.ts';
import { makePng } from '../testing/make-png.ts';
import { decodeBase64 } from './base64.ts';
import { inflate } from './inflate.ts';
import { readPng } from './png.ts';
import { describePngFault } from './png-header.ts';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const ffmpeg = findProgram('ffmpeg');

/** Runs and repetitions, as in pictures. */
const bytes = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(300)), { maxLength: 20 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([part, times]) =>
        Array(1 + (times % 9))
          .fill([...part])
          .flat(),
      ),
    ),
  );

describe('inflate', () => {
  it('unpacks whatever zlib packs', () => {
    const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED];
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom(...strategies),
        (plain, level, strategy) => {
          const packed = deflateSync(plain, { level, strategy });
          expect(inflate(packed, plain.length)).toEqual(plain);
        },
      ),
    );
    const long = Uint8Array.from({ length: 200_000 }, (_, i) => (i % 977) * (i >> 12));
    expect(inflate(deflateSync(long), long.length)).toEqual(long);
  });

  it('refuses what is cut, changed, or not as long as was said', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat({ max: 254 }), (plain, place, change) => {
        const packed = new Uint8Array(deflateSync(plain));
        expect(() => inflate(packed.subarray(0, place % packed.length), plain.length)).toThrow(
          LabelError,
        );
        expect(() => inflate(packed, plain.length + 1)).toThrow(LabelError);
        if (plain.length > 0) expect(() => inflate(packed, plain.length - 1)).toThrow(LabelError);
        const changed = packed.slice();
        changed[place % packed.length] = (packed[place % packed.length] ?? 0) ^ (change + 1);
        expect(unpackedOr(changed, plain)).toEqual(plain);
      }),
    );
  });
});

/**
 * Decompresses a changed stream. Returns `plain` when the stream is rejected, as it should be
 * unless it still decodes to `plain`.
 */
function unpackedOr(packed: Uint8Array, plain: Uint8Array): Uint8Array {
  try {
    return inflate(packed, plain.length);
  } catch (error) {
    expect(error).toBeInstanceOf(LabelError);
    return plain;
  }
}

it('packs stored bytes so that zlib reads them', () => {
  for (const length of [0, 1, 65_535, 65_536, 140_000]) {
    const plain = Uint8Array.from({ length }, (_, i) => i * 7);
    expect(new Uint8Array(inflateSync(deflateWithoutCompression(plain)))).toEqual(plain);
  }
});

it('reads base64 as Node writes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (plain) => {
      const text = Buffer.from(plain).toString('base64');
      expect(decodeBase64(text)).toEqual(plain);
      expect(decodeBase64(text, 8)).toEqual(plain.subarray(0, 6));
    }),
  );
  expect(() => decodeBase64('ab c')).toThrow('base64');
});

const FILTERS = [0, 1, 2, 3, 4, 4];
const createNoise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * i * 31 + i * 7) & 255);

describe('readPng', () => {
  const size = { width: 5, height: 6, filters: FILTERS };

  it('reads greys of any depth', () => {
    const rows = createNoise(30);
    const png = makePng({ ...size, depth: 8, colour: 0, rows });
    expect(readPng(png)).toEqual({ width: 5, height: 6, gray: rows });
    const coarse = makePng({
      ...size,
      width: 4,
      height: 1,
      depth: 2,
      colour: 0,
      rows: Uint8Array.of(0x1b),
    });
    expect([...readPng(coarse).gray]).toEqual([0, 85, 170, 255]);
  });

  it('reads colours as their luma, with alpha', () => {
    const rows = createNoise(5 * 4 * 6);
    const { gray, alpha } = readPng(makePng({ ...size, depth: 8, colour: 6, rows }));
    const [red = 0, green = 0, blue = 0, clear = 0] = rows.subarray(28);
    expect(gray[7]).toBe(Math.round(0.299 * red + 0.587 * green + 0.114 * blue));
    expect(alpha?.[7]).toBe(clear);
    const pale = readPng(makePng({ ...size, depth: 8, colour: 4, rows: createNoise(60) }));
    expect([...pale.gray]).toEqual([...createNoise(60)].filter((_, i) => i % 2 === 0));
    expect(
      readPng(makePng({ ...size, depth: 8, colour: 2, rows: createNoise(90) })).alpha,
    ).toBeUndefined();
  });

  it('reads palettes, and the colour that is clear', () => {
    const palette = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 0, 0);
    const rows = Uint8Array.of(0b0001_1000);
    const row = { ...size, width: 3, height: 1, depth: 2, rows };
    const picture = readPng(makePng({ ...row, colour: 3, palette, clear: Uint8Array.of(9) }));
    expect([...picture.gray, ...(picture.alpha ?? [])]).toEqual([0, 255, 76, 9, 255, 255]);
    const keyed = readPng(makePng({ ...row, colour: 0, clear: Uint8Array.of(0, 1) }));
    expect([...(keyed.alpha ?? [])]).toEqual([255, 0, 255]);
  });

  it('looks at the size before it unpacks anything', () => {
    const claimSize = (width: number, height: number): Uint8Array =>
      makePng({
        width,
        height,
        depth: 8,
        colour: 0,
        rows: new Uint8Array(height < 9 ? height : 1),
      });
    expect(() => readPng(claimSize(4801, 1))).toThrow('图片是 4801 × 1 像素，每边最多 4800');
    expect(() => readPng(claimSize(2_147_483_648, 4))).toThrow('像素');
    expect(() => readPng(claimSize(4000, 4000))).toThrow('一共最多 400 万像素');
    expect(() => readPng(claimSize(0, 4))).toThrow('像素');
    // Within the limits, but it does not match the data.
    expect(() => readPng(claimSize(4, 4))).toThrow('图片的数据坏了');
  });

  it.each([0, 2, 4, 6])(
    'reads 16 bits a sample as the 8 they are nearest to, colour type %i',
    (colour) => {
      const channels = [1, 0, 3, 0, 2, 0, 4][colour] ?? 0;
      const bytes = createNoise(30 * channels);
      const deep = makePng({
        ...size,
        depth: 16,
        colour,
        // v × 257 is the 16-bit sample of an 8-bit one (13.12); a small deviation rounds to the
        // same value.
        rows: Uint8Array.from(bytes).reduce(
          (rows, byte, i) => {
            new DataView(rows.buffer).setUint16(2 * i, Math.min(65_535, byte * 257 + (i % 100)));
            return rows;
          },
          new Uint8Array(60 * channels),
        ),
      });
      expect(readPng(deep)).toEqual(readPng(makePng({ ...size, depth: 8, colour, rows: bytes })));
    },
  );

  it('knows the clear grey of 16 bits from its neighbours', () => {
    const rows = Uint8Array.of(0x12, 0x34, 0x12, 0x35);
    const one = { width: 2, height: 1, depth: 16, colour: 0, rows };
    expect([
      ...(readPng(makePng({ ...one, clear: Uint8Array.of(0x12, 0x34) })).alpha ?? []),
    ]).toEqual([0, 255]);
  });

  it.each([
    [1, 1],
    [2, 3],
    [5, 6],
    [8, 8],
    [17, 9],
    [33, 40],
  ])('reads an interlaced picture of %i × %i as the same one in lines', (width, height) => {
    for (const [colour, depth, channels] of [
      [0, 1, 1],
      [3, 4, 1],
      [0, 8, 1],
      [6, 8, 4],
      [2, 16, 3],
    ] as const) {
      const rows = createNoise(Math.ceil((width * channels * depth) / 8) * height);
      const palette = createNoise(48);
      const made = {
        width,
        height,
        depth,
        colour,
        rows,
        palette,
        filters: FILTERS,
      };
      const plain = readPng(makePng(made));
      expect(readPng(makePng({ ...made, interlace: 1 }))).toEqual(plain);
    }
  });

  it.for([
    ['rgb48be', '+ildct'],
    ['rgba64be', '+ildct'],
    ['gray16be', '-ildct'],
    ['rgb24', '+ildct'],
    ['monob', '+ildct'],
  ] as const)('reads what ffmpeg writes, %s, %s', ([format, flags], ctx) => {
    if (ffmpeg === null) return ctx.skip('ffmpeg：没有找到');
    const input = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=37x23', '-frames:v', '1'];
    const output = ['-pix_fmt', format, '-flags', flags, '-c:v', 'png', '-f', 'image2pipe', '-'];
    const png = execFileSync(ffmpeg, [...input, ...output]);
    expect(png[28]).toBe(flags === '+ildct' ? 1 : 0);
    const raw = ['-v', 'error', '-i', '-', '-pix_fmt', 'rgba', '-f', 'rawvideo', '-'];
    const pixels = execFileSync(ffmpeg, raw, { input: png });
    const { gray, alpha } = readPng(png);
    const far = [...gray].filter((value, i) => {
      const [red = 0, green = 0, blue = 0, opaque = 0] = pixels.subarray(4 * i);
      // ffmpeg keeps the upper 8 of 16 bits.
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      return Math.abs(value - luma) > 1.5 || Math.abs((alpha?.[i] ?? 255) - opaque) > 1;
    });
    expect(gray).toHaveLength(37 * 23);
    expect(far).toEqual([]);
  });

  it('refuses in Chinese what is no PNG', () => {
    const rows = createNoise(30);
    const otherwise = makePng({
      ...size,
      depth: 8,
      colour: 0,
      rows,
      interlace: 2,
    });
    const palette = makePng({ ...size, depth: 16, colour: 3, rows: createNoise(60) });
    const texts = [otherwise, palette, Buffer.from('GIF89a'), new Uint8Array(0)].map((file) =>
      describePngFault(Buffer.from(file).toString('base64')),
    );
    const kind = '图片不是 PNG 规定的格式，可能没有保存完整';
    expect(texts).toEqual([kind, kind, '图片不是 PNG', '图片不是 PNG']);
    expect(describePngFault('<svg>')).toBe('图片不是 base64');
  });

  it('never fails but with a sentence, whatever is changed', () => {
    const png = makePng({ ...size, depth: 8, colour: 2, rows: createNoise(90) });
    fc.assert(
      fc.property(
        fc.nat(png.length - 1),
        fc.nat(255),
        fc.nat(png.length),
        (place, byte, length) => {
          const changed = png.slice(0, length);
          if (place < length) changed[place] = byte;
          try {
            expect(readPng(changed).gray.length).toBeLessThanOrEqual(4_000_000);
          } catch (error) {
            expect(error).toBeInstanceOf(LabelError);
          }
        },
      ),
      { numRuns: rounds(400) },
    );
  });
});
