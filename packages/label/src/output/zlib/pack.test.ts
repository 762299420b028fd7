import { spawnSync } from 'node:child_process';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflate } from '../../image/inflate.ts';
import { sampleData } from '../../placeholders.ts';
import { rasterize } from '../../raster/rasterize.ts';
import type { Media } from '../../template.ts';
import { fixtureTemplate, getLayout, PUBLIC_LABELS } from '../../testing/fixtures.ts';
import { packRows } from './pack.ts';
import { rounds, sampleCases } from '../../../../../scripts/vitest/rounds.ts';

/** Packed, and read by zlib and by the reader of our own, which share nothing with the packer. */
function unpacked(data: Uint8Array, stride: number): Uint8Array {
  const packed = packRows(data, stride);
  expect(Buffer.compare(inflate(packed, data.length), data)).toBe(0);
  return new Uint8Array(inflateSync(packed));
}

/** Numbers that look random and are the same each time. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

const repeated = (length: number, pieces: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => {
    const piece = pieces[Math.floor(i / 300) % pieces.length] ?? new Uint8Array(1);
    return piece[i % piece.length] ?? 0;
  });

/** The same noise again and again, so far apart, with a byte changed each time. */
const drawnAgain = (apart: number, times: number): Uint8Array => {
  const piece = noise(apart, 7);
  return Uint8Array.from({ length: apart * times }, (_, i) =>
    i % apart === Math.floor(i / apart) * 61 ? 0x55 : (piece[i % apart] ?? 0),
  );
};

/** As often as the numbers of Fibonacci, which give the longest words a tree can have. */
function fibonacci(): Uint8Array {
  const bytes: number[] = [];
  let [a, b] = [1, 1];
  for (let value = 0; value < 20; value += 1) {
    for (let i = 0; i < a; i += 1) bytes.push((value * 89 + 3) & 255);
    [a, b] = [b, a + b];
  }
  // Shuffled, so that they are no runs.
  const order = noise(bytes.length * 2, 5);
  return Uint8Array.from(
    bytes
      .map((byte, i) => ({ byte, key: (order[2 * i] ?? 0) * 256 + (order[2 * i + 1] ?? 0) }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ byte }) => byte),
  );
}

const HARD: Record<string, { data: Uint8Array; stride: number }> = {
  'no bytes': { data: new Uint8Array(0), stride: 1 },
  'one byte': { data: Uint8Array.of(7), stride: 1 },
  'two bytes': { data: Uint8Array.of(7, 7), stride: 1 },
  'white paper': { data: new Uint8Array(200_000), stride: 60 },
  'all black': { data: new Uint8Array(19_200).fill(255), stride: 60 },
  noise: { data: noise(200_000, 1), stride: 178 },
  'noise in many blocks': { data: noise(70_000, 2).map((byte) => byte & 3), stride: 90 },
  'rows wider than a match reaches': {
    data: repeated(150_000, [noise(50_000, 3)]),
    stride: 50_000,
  },
  'rows as wide as a match reaches': { data: repeated(98_304, [noise(32_768, 3)]), stride: 32_768 },
  'places that begin alike': {
    data: repeated(120_000, [Uint8Array.of(0, 0, 0, 1), Uint8Array.of(0, 0, 0, 2, 0)]),
    stride: 61,
  },
  'drawn again far apart': { data: drawnAgain(20_000, 6), stride: 60 },
  'drawn again farther than a match reaches': { data: drawnAgain(33_000, 4), stride: 60 },
  'drawn again soon, with changes': { data: drawnAgain(300, 400), stride: 7 },
  'counts of Fibonacci': { data: fibonacci(), stride: 7919 },
  'part of a larger buffer': { data: noise(1000, 4).subarray(13, 777), stride: 20 },
};

const TURNS = [0, 90, 180, 270] as const;

/** Of a template with its sample, packed in base64: by us, and by zlib at its best. */
function listSizes(name: string, media: Media): { ours: number; best: number } {
  const template = fixtureTemplate(name);
  const { data, stride } = rasterize(getLayout(template, sampleData(template), media));
  const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4;
  return {
    ours: inBase64(packRows(data, stride).length),
    best: inBase64(deflateSync(data, { level: 9 }).length),
  };
}

describe('packed rows', () => {
  it.each(Object.entries(HARD))('are zlib, and what they were: %s', (_name, { data, stride }) => {
    expect(Buffer.compare(unpacked(data, stride), data)).toBe(0);
  });

  it('are so for anything', () => {
    const rows = fc.record({
      stride: fc.integer({ min: 1, max: 300 }),
      row: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      times: fc.integer({ min: 1, max: 200 }),
      spots: fc.array(fc.tuple(fc.nat(60_000), fc.nat(255)), { maxLength: 200 }),
    });
    fc.assert(
      fc.property(rows, ({ stride, row, times, spots }) => {
        const data = repeated(row.length * times, [row]);
        for (const [at, byte] of spots) data[at % data.length] = byte;
        expect(Buffer.compare(unpacked(data, stride), data)).toBe(0);
      }),
      { numRuns: rounds(200) },
    );
  });

  it('do not depend on what was packed before', () => {
    const { data, stride } = HARD['places that begin alike'] ?? { data: noise(9, 1), stride: 3 };
    const first = packRows(data, stride);
    for (const other of Object.values(HARD)) packRows(other.data, other.stride);
    expect(packRows(data, stride)).toEqual(first);
  });

  it('are never longer than stored bytes', () => {
    const { length } = packRows(noise(200_000, 9), 100);
    expect(length).toBeLessThan(200_000 + 200);
  });

  it.each(sampleCases([203, 300, 600] as const))(
    'are at most 1.02 × what zlib makes of any template at its best, at %i dpi and every turn, in base64',
    (dpi) => {
      const labels = PUBLIC_LABELS.flatMap((name) =>
        TURNS.map((rotation) => ({ name, media: { dpi, rotation } })),
      );
      expect(labels.length).toBeGreaterThan(160);
      const sizes = sampleCases(labels).map(({ name, media }) => ({
        name,
        ...media,
        ...listSizes(name, media),
      }));
      expect(sizes.filter(({ ours, best }) => ours > best * 1.02)).toEqual([]);
      const sum = (of: 'ours' | 'best'): number => sizes.reduce((total, one) => total + one[of], 0);
      expect(sum('ours')).toBeLessThan(sum('best') * 0.98);
    },
  );

  it('are read by zlib of Python', (ctx) => {
    const found = spawnSync('python3', ['-c', 'import zlib']);
    if (found.status !== 0) return ctx.skip('python3：没有找到');
    for (const { data, stride } of Object.values(HARD)) {
      const { stdout } = spawnSync(
        'python3',
        ['-c', 'import sys,zlib;sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))'],
        { input: packRows(data, stride), maxBuffer: 2 ** 24 },
      );
      expect(Buffer.compare(stdout, data)).toBe(0);
    }
    return undefined;
  });
});
