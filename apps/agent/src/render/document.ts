import { deflateSync } from 'node:zlib';
import { createPdf, dotsPerMm, rowDots, rowWidthMm } from '@yunbiao/label';
import type { Deflate, Scene } from '@yunbiao/label';
import type { Setup } from '@yunbiao/contract/gateway';
import type { DocumentFormat } from '../document-format.ts';

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

/** A row of labels on a page as large as their stock; each is cut off at its own edges. */
const pdfOf = (setup: Setup, scenes: readonly Scene[]): Uint8Array => {
  const perMm = dotsPerMm(setup.dpi);
  const { lefts } = setup.columns > 1 ? rowDots(setup) : { lefts: [0] };
  const pdf = createPdf({ deflate });
  const page = pdf.sheet({
    paper: { widthMm: rowWidthMm(setup), heightMm: setup.heightMm },
    labels: scenes.map((scene, place) => ({ scene, xMm: (lefts[place] ?? 0) / perMm, yMm: 0 })),
  });
  return Buffer.concat([page, pdf.end()]);
};

/** What each format is made of the labels of a row; one without does not compile. */
const ENCODERS: Readonly<
  Record<DocumentFormat, (setup: Setup, scenes: readonly Scene[]) => Uint8Array>
> = { 'application/pdf': pdfOf };

/** A row of labels as a document of one page. */
export const documentOf = (
  format: DocumentFormat,
  setup: Setup,
  scenes: readonly Scene[],
): Uint8Array => ENCODERS[format](setup, scenes);
