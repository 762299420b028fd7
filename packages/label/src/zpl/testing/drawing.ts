import { isBlackDot } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { testFonts } from '../../testing/fixtures.ts';
import type { Dpi } from '../../template.ts';
import { drawZpl } from '../draw/draw.ts';
import type { ZplNotice } from '../notice.ts';
import { readZpl } from '../read.ts';
import type { ZplStream } from '../read.ts';

/** A label of 60 × 40 mm at 203 dpi. */
export const SIZE = { widthDots: 480, heightDots: 320 };

export const getStream = (source: string | Uint8Array, dpi: Dpi = 203): ZplStream =>
  readZpl(source, { dpi, ...SIZE });

export type Drawn = { bitmap: Bitmap; notices: ZplNotice[] };

/** Every label of a stream with its notices, those of the parser first. */
export function drawLabels(source: string | Uint8Array, dpi: Dpi = 203): Drawn[] {
  const stream = getStream(source, dpi);
  return stream.labels.map((label) => {
    const { bitmap, notices } = drawZpl(label, { fonts: testFonts(), lines: stream.lines });
    return { bitmap, notices: [...stream.notices, ...notices] };
  });
}

/** The only label of a stream, which may have no notices except notes. */
export function drawCleanly(fields: string): Bitmap {
  const [drawn] = drawLabels(`^XA${fields}^XZ`);
  const told = drawn?.notices.filter(({ level }) => level !== 'note') ?? [];
  if (drawn === undefined || told.length > 0) throw new Error(JSON.stringify(told));
  return drawn.bitmap;
}

/** The smallest box around all black dots: left, top, right, bottom. */
export function measureInkBox(bitmap: Bitmap): [number, number, number, number] {
  let box: [number, number, number, number] = [Infinity, Infinity, 0, 0];
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < bitmap.width; x += 1)
      if (isBlackDot(bitmap, x, y))
        box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), y + 1];
  return box;
}
