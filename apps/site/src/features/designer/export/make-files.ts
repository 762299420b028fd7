import type { Bitmap, Deflate, PrinterLanguage } from '@yunbiao/label';
import { Zip, ZipPassThrough, zlibSync } from 'fflate';
import { waitForEngine } from '../../../kit/label/engine/engine.ts';
import type { JobControl } from '../../../kit/label/engine/label-worker.ts';
import { createTimeSliceYielder } from '../../../kit/label/engine/time-slices.ts';
import { layOutWithAllGlyphs } from '../../../kit/label/engine/complete-scene.ts';
import type { Labels } from './split-rows.ts';

export const deflate: Deflate = (bytes, level) => zlibSync(bytes, { level: level as 6 });

/** Bitmaps of the rows, as sent to the print head. */
async function* renderLabelBitmaps(
  { template, rows, dpi, at }: Labels,
  { signal, onRow }: JobControl,
): AsyncGenerator<Bitmap> {
  const [engine, { rasterizeScene: rasterize }] = await Promise.all([
    waitForEngine(),
    import('@yunbiao/label'),
  ]);
  const { yieldIfDue: mayTakeTurn } = createTimeSliceYielder(signal);
  for (const [place, row] of rows.entries()) {
    await mayTakeTurn(() => onRow(place));
    yield rasterize(
      await layOutWithAllGlyphs(engine, { template, row, media: { dpi }, at }, signal),
    );
  }
}

const toBlob = (parts: Uint8Array[], type: string): Blob =>
  new Blob(parts as Uint8Array<ArrayBuffer>[], { type });

/** PNG of each label, one pixel per dot, with its physical size in the metadata. */
export async function* renderLabelPngs(
  labels: Labels,
  work: JobControl,
): AsyncGenerator<Uint8Array> {
  const { bitmapToPng } = await import('@yunbiao/label');
  for await (const bitmap of renderLabelBitmaps(labels, work))
    yield bitmapToPng(bitmap, deflate, { dpi: labels.dpi });
}

/** One PNG, or a ZIP with all of them, numbered in the order of the rows. */
export const makePngFile = async (labels: Labels, work: JobControl): Promise<Blob> => {
  const { rows } = labels;
  if (rows.length === 1) {
    const parts: Uint8Array[] = [];
    for await (const png of renderLabelPngs(labels, work)) parts.push(png);
    return toBlob(parts, 'image/png');
  }
  const parts: Uint8Array[] = [];
  const zip = new Zip((_, part) => parts.push(part));
  const digits = String(rows.length).length;
  let n = 0;
  for await (const png of renderLabelPngs(labels, work)) {
    n += 1;
    // Already compressed.
    const file = new ZipPassThrough(`${String(n).padStart(digits, '0')}.png`);
    zip.add(file);
    file.push(png, true);
  }
  zip.end();
  return toBlob(parts, 'application/zip');
};

const LANGUAGES: Readonly<Record<'zpl' | 'tspl', () => Promise<PrinterLanguage>>> = {
  zpl: async () => (await import('@yunbiao/label/language/zpl')).zpl,
  tspl: async () => (await import('@yunbiao/label/language/tspl')).tspl,
};

/**
 * Printer commands of all labels in this language, one job per label, with the default darkness,
 * speed and gap.
 */
export const createPrinterCommandFile = async (
  name: keyof typeof LANGUAGES,
  labels: Labels,
  work: JobControl,
): Promise<Blob> => {
  const language = await LANGUAGES[name]();
  const { widthMm, heightMm } = labels.template;
  const settings = { dpi: labels.dpi, widthMm, heightMm, ...language.defaults };
  const parts: Uint8Array[] = [];
  for await (const bitmap of renderLabelBitmaps(labels, work))
    parts.push(language.encodeJob(bitmap, settings));
  return toBlob(parts, 'application/octet-stream');
};
