import { concatBytes } from '../../bytes.ts';
import type { ImageOp } from '../../scene.ts';
import { computeCrc32 } from '../crc.ts';
import type { PdfObjects } from './objects.ts';

type ImageDots = ImageOp['bitmap'];

export type UsedImages = {
  /** Name of a picture in the page resources; writes it on first use. */
  getName: (bitmap: ImageDots) => string;
  formatResources: () => string;
};

/** Cache size: a picture on every label is written once, with bounded memory for long files. */
const MAX_CACHED = 64;

export function createPdfImageRegistry(objects: PdfObjects): UsedImages {
  const ids: number[] = [];
  let usedImages: { name: string; sum: number; bitmap: ImageDots }[] = [];
  return {
    getName(bitmap) {
      const sum = computeCrc32(bitmap.data);
      const sameImage = usedImages.find(
        (image) => image.sum === sum && hasSameDots(image.bitmap, bitmap),
      );
      if (sameImage !== undefined) return sameImage.name;
      const name = `I${ids.length}`;
      ids.push(writePdfImageMask(objects, bitmap));
      usedImages = [...usedImages.slice(1 - MAX_CACHED), { name, sum, bitmap }];
      return name;
    },
    formatResources: () => ids.map((id, i) => `/I${i} ${id} 0 R`).join(''),
  };
}

const hasSameDots = (a: ImageDots, b: ImageDots): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.data.length === b.data.length &&
  a.data.every((byte, i) => byte === b.data[i]);

/** Writes a stencil mask (ISO 32000-1, 8.9.6.2): ink where a bit is set, nothing elsewhere. */
function writePdfImageMask(
  objects: PdfObjects,
  { width, height, stride, data }: ImageDots,
): number {
  const id = objects.reserve();
  const row = (width + 7) >> 3;
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride, y * stride + row),
  );
  objects.writeStream(
    id,
    concatBytes(rows),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
      '/ImageMask true/BitsPerComponent 1/Decode[1 0]',
  );
  return id;
}
