import { spawnSync } from 'node:child_process';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflate } from '../../image/inflate.ts';
import { buildSampleData } from '../../placeholders.ts';
import { rasterizeScene } from '../../raster/rasterize.ts';
import type { Media } from '../../template.ts';
import { readFixtureTemplate, getLayout, PUBLIC_LABELS } from '../../testing/fixtures.ts';
import { compressRowsWithZlib } from './pack.ts';
import { rounds, sampleCases } from '../../../../../scripts/vitest/rounds.ts';

/**
 * Packs the data, and verifies it with zlib and with our reader, which share no code with the
 * packer.
 */
function unpackWithZlib(data: Uint8Array, stride: number): Uint8Array {
  const packed = compressRowsWithZlib(data, stride);
  expect(Buffer.compare(inflate(packed, data.length), data)).toBe(0);
  return new Uint8Array(inflateSync(packed));
}

/** Pseudo-random bytes, the same for each seed. */
function createNoise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

const repeatPieces = (length: number, pieces: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => {
    const piece = pieces[Math.floor(i / 300) % pieces.length] ?? new Uint8Array(1);
    return piece[i % piece.length] ?? 0;
  });

/** The same noise repeated at the given distance, with one byte changed each time. */
const drawnAgain = (apart: number, times: number): Uint8Array => {
  const piece = createNoise(apart, 7);
  return Uint8Array.from({ length: apart * times }, (_, i) =>
    i % apart === Math.floor(i / apart) * 61 ? 0x55 : (piece[i % apart] ?? 0),
  );
};

/**
 * Byte frequencies that are Fibonacci numbers: they give the longest code words in a Huffman tree.
 */
function createFibonacciBytes(): Uint8Array {
  const bytes: number[] = [];
  let [a, b] = [1, 1];
  for (let value = 0; value < 20; value += 1) {
    for (let i = 0; i < a; i += 1) bytes.push((value * 89 + 3) & 255);
    [a, b] = [b, a + b];
  }
  // Shuffled to avoid runs.
  const order = createNoise(bytes.length * 2, 5);
  return Uint8Array.from(
    bytes
      .map((byte, i) => ({ byte, key: (order[2 * i] ?? 0) * 256 + (order[2 * i + 1] ?? 0) }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ byte }) => byte),
  );
}

const HARD: Record<string, { data: Uint8Array; stride: number }> = {
  'no bytes': { data: new Uint8Array(0), stride: 1 },
  'one byte': { data: Uint8Array.of(7), stride: 1 },
  'two bytes': { data: Uint8Array.of(7, 7), stride: 1 },
  'white paper': { data: new Uint8Array(200_000), stride: 60 },
  'all black': { data: new Uint8Array(19_200).fill(255), stride: 60 },
  noise: { data: createNoise(200_000, 1), stride: 178 },
  'noise in many blocks': { data: createNoise(70_000, 2).map((byte) => byte & 3), stride: 90 },
  'rows wider than a match reaches': {
    data: repeatPieces(150_000, [createNoise(50_000, 3)]),
    stride: 50_000,
  },
  'rows as wide as a match reaches': {
    data: repeatPieces(98_304, [createNoise(32_768, 3)]),
    stride: 32_768,
  },
  'places that begin alike': {
    data: repeatPieces(120_000, [Uint8Array.of(0, 0, 0, 1), Uint8Array.of(0, 0, 0, 2, 0)]),
    stride: 61,
  },
  'drawn again far apart': { data: drawnAgain(20_000, 6), stride: 60 },
  'drawn again farther than a match reaches': { data: drawnAgain(33_000, 4), stride: 60 },
  'drawn again soon, with changes': { data: drawnAgain(300, 400), stride: 7 },
  'counts of Fibonacci': { data: createFibonacciBytes(), stride: 7919 },
  'part of a larger buffer': { data: createNoise(1000, 4).subarray(13, 777), stride: 20 },
};

const READ_LINES = `
import base64, sys, zlib
for line in sys.stdin:
  print(base64.b64encode(zlib.decompress(base64.b64decode(line))).decode())
`;

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const TURNS = [0, 90, 180, 270] as const;

/**
 * Packed sizes in base64 of a template with its sample data: ours, and zlib's at its best level.
 */
function listSizes(name: string, media: Media): { ours: number; best: number } {
  const template = readFixtureTemplate(name);
  const { data, stride } = rasterizeScene(getLayout(template, buildSampleData(template), media));
  const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4;
  return {
    ours: inBase64(compressRowsWithZlib(data, stride).length),
    best: inBase64(deflateSync(data, { level: 9 }).length),
  };
}

describe('packed rows', () => {
  it.each(Object.entries(HARD))('are zlib, and what they were: %s', (_name, { data, stride }) => {
    expect(Buffer.compare(unpackWithZlib(data, stride), data)).toBe(0);
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
        const data = repeatPieces(row.length * times, [row]);
        for (const [at, byte] of spots) data[at % data.length] = byte;
        expect(Buffer.compare(unpackWithZlib(data, stride), data)).toBe(0);
      }),
      { numRuns: rounds(200) },
    );
  });

  it('do not depend on what was packed before', () => {
    const { data, stride } = HARD['places that begin alike'] ?? {
      data: createNoise(9, 1),
      stride: 3,
    };
    const first = compressRowsWithZlib(data, stride);
    for (const other of Object.values(HARD)) compressRowsWithZlib(other.data, other.stride);
    expect(compressRowsWithZlib(data, stride)).toEqual(first);
  });

  it('are never longer than stored bytes', () => {
    const { length } = compressRowsWithZlib(createNoise(200_000, 9), 100);
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
      const sum = (of: 'ours' | 'best'): number =>
        sizes.reduce((total, item) => total + item[of], 0);
      expect(sum('ours')).toBeLessThan(sum('best') * 0.98);
    },
  );

  it('are read by zlib of Python', (ctx) => {
    const found = spawnSync('python3', ['-c', 'import zlib']);
    if (found.status !== 0) return ctx.skip('python3：没有找到');
    // A program for all of them: each as base64 in a line.
    const { stdout } = spawnSync('python3', ['-c', READ_LINES], {
      input: Object.values(HARD)
        .map(({ data, stride }) => `${toBase64(compressRowsWithZlib(data, stride))}\n`)
        .join(''),
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    const read = stdout.split('\n');
    for (const [index, [name, { data }]] of Object.entries(HARD).entries())
      expect(read[index] === toBase64(data), name).toBe(true);
    return undefined;
  });
});
