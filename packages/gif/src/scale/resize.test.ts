import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPictureResizer } from './resize.ts';

const side = fc.integer({ min: 1, max: 40 });
const size = fc.record({ width: side, height: side });
const color = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 255 })));

describe('resizing', () => {
  it('leaves an even colour as it is, at any size', () => {
    fc.assert(
      fc.property(size, size, color, (from, to, rgb) => {
        const data = new Uint8ClampedArray(from.width * from.height * 4);
        for (let at = 0; at < data.length; at += 4) data.set([...rgb, 255], at);
        const out = createPictureResizer(from, to)(data);
        expect(out.length).toBe(to.width * to.height * 4);
        for (let at = 0; at < out.length; at += 4) {
          for (const [channel, level] of [...rgb, 255].entries()) {
            expect(Math.abs((out[at + channel] ?? 0) - level)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  it('is exact where nothing changes', () => {
    const data = Uint8ClampedArray.from({ length: 16 * 4 * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : (at * 37) % 256,
    );
    expect(createPictureResizer({ width: 16, height: 4 }, { width: 16, height: 4 })(data)).toEqual(
      data,
    );
  });

  it('averages light: a chequerboard of black and white is 188, not 128', () => {
    const data = Uint8ClampedArray.from({ length: 4 * 4 * 4 }, (_, at) => {
      const pixel = at >> 2;
      return at % 4 === 3 || (pixel + (pixel >> 2)) % 2 === 0 ? 255 : 0;
    });
    const out = createPictureResizer({ width: 4, height: 4 }, { width: 2, height: 2 })(data);
    expect([...out.subarray(0, 4)]).toEqual([188, 188, 188, 255]);
  });

  it('takes no colour from what is transparent', () => {
    const data = Uint8ClampedArray.of(255, 0, 0, 255, 0, 255, 0, 0);
    const out = createPictureResizer({ width: 2, height: 1 }, { width: 1, height: 1 })(data);
    expect([...out]).toEqual([255, 0, 0, 128]);
  });
});
