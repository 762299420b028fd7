import { readBarcodes } from 'zxing-wasm/reader';
import type { ReadResult } from 'zxing-wasm/reader';
import { prepareZxing } from '../../../testing/readers.ts';
import { isDarkModule } from '../../module-matrix.ts';
import type { ModuleMatrix } from '../../module-matrix.ts';
import { DATA_MATRIX_QUIET_ZONE } from '../encode.ts';

const PIXELS_PER_MODULE = 4;
/** Reads the symbol, drawn with its quiet zone, with ZXing; undefined when it finds none. */
export async function readWithZxing(code: ModuleMatrix): Promise<ReadResult | undefined> {
  prepareZxing();
  const [barcode] = await readBarcodes(drawModules(code) as ImageData, {
    formats: ['DataMatrix'],
    tryInvert: false,
    textMode: 'Plain',
  });
  return barcode;
}

export function drawModules(
  code: ModuleMatrix,
): Pick<ImageData, 'data' | 'width' | 'height' | 'colorSpace'> {
  const width = (code.width + 2 * DATA_MATRIX_QUIET_ZONE) * PIXELS_PER_MODULE;
  const height = (code.height + 2 * DATA_MATRIX_QUIET_ZONE) * PIXELS_PER_MODULE;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor(x / PIXELS_PER_MODULE) - DATA_MATRIX_QUIET_ZONE;
      const row = Math.floor(y / PIXELS_PER_MODULE) - DATA_MATRIX_QUIET_ZONE;
      const isInside = column >= 0 && row >= 0 && column < code.width && row < code.height;
      if (isInside && isDarkModule(code, column, row))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' };
}
