import type { Bitmap, Deflate, PrinterLanguage } from '@yunbiao/label';
import { Zip, ZipPassThrough, zlibSync } from 'fflate';
import { readyEngine } from '../../../kit/label/engine.ts';
import type { Work } from '../../../kit/label/off-page.ts';
import { createTurns } from '../../../kit/label/turns.ts';
import { wholeScene } from '../../../kit/label/whole-scene.ts';
import type { Labels } from './sort-out.ts';

export const deflate: Deflate = (bytes, level) => zlibSync(bytes, { level: level as 6 });

/** Bitmaps one after the other, as the printer's head gets them. */
async function* toBitmaps(
  { template, rows, dpi, at }: Labels,
  { signal, onRow }: Work,
): AsyncGenerator<Bitmap> {
  const [engine, { rasterize }] = await Promise.all([readyEngine(), import('@yunbiao/label')]);
  const { mayTakeTurn } = createTurns(signal);
  for (const [place, row] of rows.entries()) {
    await mayTakeTurn(() => onRow(place));
    yield rasterize(await wholeScene(engine, { template, row, media: { dpi }, at }, signal));
  }
}

const toBlob = (parts: Uint8Array[], type: string): Blob =>
  new Blob(parts as Uint8Array<ArrayBuffer>[], { type });

/** A picture of each label, a pixel a dot, with its size in millimetres written in it. */
export async function* toPngs(labels: Labels, work: Work): AsyncGenerator<Uint8Array> {
  const { bitmapToPng } = await import('@yunbiao/label');
  for await (const bitmap of toBitmaps(labels, work))
    yield bitmapToPng(bitmap, deflate, { dpi: labels.dpi });
}

/** One picture, or all of them in an archive, numbered as their rows are. */
export const pngFile = async (labels: Labels, work: Work): Promise<Blob> => {
  const { rows } = labels;
  if (rows.length === 1) {
    const parts: Uint8Array[] = [];
    for await (const png of toPngs(labels, work)) parts.push(png);
    return toBlob(parts, 'image/png');
  }
  const parts: Uint8Array[] = [];
  const zip = new Zip((_, part) => parts.push(part));
  const digits = String(rows.length).length;
  let n = 0;
  for await (const png of toPngs(labels, work)) {
    n += 1;
    // Deflated already.
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

/** What a printer of this language gets of all labels, each a job of its own, with the usual darkness, speed and gap. */
export const printerFile = async (
  name: keyof typeof LANGUAGES,
  labels: Labels,
  work: Work,
): Promise<Blob> => {
  const language = await LANGUAGES[name]();
  const { widthMm, heightMm } = labels.template;
  const settings = { dpi: labels.dpi, widthMm, heightMm, ...language.usual };
  const parts: Uint8Array[] = [];
  for await (const bitmap of toBitmaps(labels, work)) parts.push(language.getJob(bitmap, settings));
  return toBlob(parts, 'application/octet-stream');
};
