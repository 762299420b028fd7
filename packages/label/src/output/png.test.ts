import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPng } from '../image/png.ts';
import { grayToPng } from './png.ts';

const deflate = (bytes: Uint8Array): Uint8Array => new Uint8Array(deflateSync(bytes));

it('writes greys that are read back as they were', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }).chain((width) =>
        fc.record({
          width: fc.constant(width),
          rows: fc.array(fc.uint8Array({ minLength: width, maxLength: width }), {
            minLength: 1,
            maxLength: 20,
          }),
        }),
      ),
      ({ width, rows }) => {
        const gray = Uint8Array.from(rows.flatMap((row) => [...row]));
        const read = readPng(grayToPng({ width, height: rows.length, gray }, deflate));
        expect([read.width, read.height]).toEqual([width, rows.length]);
        expect([...read.gray]).toEqual([...gray]);
      },
    ),
  ));
