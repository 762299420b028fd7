import {
  bitmapToEscpos,
  bitmapToPng,
  bitmapToTspl,
  bitmapToZpl,
  createPdfWriter,
  type Fonts,
  layoutLabel,
  type Media,
  rasterizeScene,
  buildSampleData,
  sceneToSvg,
  type Template,
} from '@yunbiao/label';

export type Label = { template: Template; media: Media };

/** Each output of a label, one character per byte. */
export type Outputs = Record<'zpl' | 'tspl' | 'escpos' | 'png' | 'pdf' | 'svg', string>;

/** No compression: the caller supplies it, so the engine guarantees nothing about packed bytes. */
const keepUnchanged = (bytes: Uint8Array): Uint8Array => bytes;

const getText = (...parts: readonly Uint8Array[]): string =>
  parts.map((bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).join('');

/** Every output of the engine for a label: run in Node and bundled in a page. */
export const listOutputs = ({ template, media }: Label, fonts: Fonts): Outputs => {
  const scene = layoutLabel({ template, data: buildSampleData(template), media, fonts });
  const bitmap = rasterizeScene(scene);
  const pdf = createPdfWriter({ deflate: keepUnchanged });
  return {
    zpl: getText(bitmapToZpl(bitmap)),
    tspl: getText(bitmapToTspl(bitmap, { stock: { widthMm: 60, lengthMm: 40 } })),
    // The ESC/POS paper is narrower than some labels.
    escpos: bitmap.width <= 576 ? getText(bitmapToEscpos(bitmap)) : '',
    png: getText(bitmapToPng(bitmap, keepUnchanged, { dpi: media.dpi })),
    pdf: getText(pdf.addPage(scene), pdf.finish()),
    svg: sceneToSvg(scene),
  };
};
