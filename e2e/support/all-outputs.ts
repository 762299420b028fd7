import {
  bitmapToEscpos,
  bitmapToPng,
  bitmapToTspl,
  bitmapToZpl,
  createPdf,
  type Fonts,
  layoutLabel,
  type Media,
  rasterize,
  sampleData,
  sceneToSvg,
  type Template,
} from '@yunbiao/label';

export type Label = { template: Template; media: Media };

/** Each output of a label, a character a byte. */
export type Outputs = Record<'zpl' | 'tspl' | 'escpos' | 'png' | 'pdf' | 'svg', string>;

/** Packs nothing: how bytes are packed is handed in, and is not the engine's to promise. */
const asItIs = (bytes: Uint8Array): Uint8Array => bytes;

const getText = (...parts: readonly Uint8Array[]): string =>
  parts.map((bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).join('');

/** What the engine makes of a label in every way it can: in Node, and bundled in a page. */
export const listOutputs = ({ template, media }: Label, fonts: Fonts): Outputs => {
  const scene = layoutLabel({ template, data: sampleData(template), media, fonts });
  const bitmap = rasterize(scene);
  const pdf = createPdf({ deflate: asItIs });
  return {
    zpl: getText(bitmapToZpl(bitmap)),
    tspl: getText(bitmapToTspl(bitmap, { stock: { widthMm: 60, lengthMm: 40 } })),
    // Its paper is not as wide as every label.
    escpos: bitmap.width <= 576 ? getText(bitmapToEscpos(bitmap)) : '',
    png: getText(bitmapToPng(bitmap, asItIs, { dpi: media.dpi })),
    pdf: getText(pdf.page(scene), pdf.end()),
    svg: sceneToSvg(scene),
  };
};
