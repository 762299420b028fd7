import { concat } from '../../bytes.ts';
import type { ImageOp } from '../../scene.ts';
import { crc32 } from '../crc.ts';
import type { PdfObjects } from './objects.ts';

type Dots = ImageOp['bitmap'];

/** The pictures of a file. */
export type UsedImages = {
  /** What the resources of the pages call it; written when it is first met. */
  getName: (bitmap: Dots) => string;
  /** The resources. */
  entries: () => string;
};

/** Pictures remembered, so that one on every label is in the file once; the memory of a long file stays bounded. */
const REMEMBERED = 64;

export function createUsedImages(objects: PdfObjects): UsedImages {
  const ids: number[] = [];
  let known: { name: string; sum: number; bitmap: Dots }[] = [];
  return {
    getName(bitmap) {
      const sum = crc32(bitmap.data);
      const same = known.find((one) => one.sum === sum && isSame(one.bitmap, bitmap));
      if (same !== undefined) return same.name;
      const name = `I${ids.length}`;
      ids.push(writeImage(objects, bitmap));
      known = [...known.slice(1 - REMEMBERED), { name, sum, bitmap }];
      return name;
    },
    entries: () => ids.map((id, i) => `/I${i} ${id} 0 R`).join(''),
  };
}

const isSame = (a: Dots, b: Dots): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.data.length === b.data.length &&
  a.data.every((byte, i) => byte === b.data[i]);

/** A stencil (ISO 32000-1, 8.9.6.2): ink where a bit is set, and nothing elsewhere. */
function writeImage(objects: PdfObjects, { width, height, stride, data }: Dots): number {
  const id = objects.reserve();
  const row = (width + 7) >> 3;
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride, y * stride + row),
  );
  objects.stream(
    id,
    concat(rows),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
      '/ImageMask true/BitsPerComponent 1/Decode[1 0]',
  );
  return id;
}
