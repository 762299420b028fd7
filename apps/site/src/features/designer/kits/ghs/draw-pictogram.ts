import { getPictogramShapes, type PictogramId } from '@yunbiao/designer/kits/ghs/pictograms';
import { drawShapes } from '@yunbiao/designer/kits/ghs/shapes';
import { bitmapToPng } from '@yunbiao/label';
import { deflate } from '../../export/make-files.ts';

/** Dots of a pictogram: sharp at 600 dpi on 10 mm. */
const SIDE_DOTS = 240;

const pngById = new Map<PictogramId, string>();

/** A pictogram as PNG in base64. */
export const drawPictogram = (id: PictogramId): string => {
  let png = pngById.get(id);
  if (png === undefined) {
    const bytes = bitmapToPng(drawShapes(getPictogramShapes(id), SIDE_DOTS), deflate);
    png = btoa(String.fromCharCode(...bytes));
    pngById.set(id, png);
  }
  return png;
};
