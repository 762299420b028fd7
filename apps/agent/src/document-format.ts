/**
 * As what labels can be drawn for printers and queues that take documents. `dots`: a PDF of one picture of the printer's own dots; `pdf`:
 * one of vectors. The first is usual.
 */
export const DOCUMENT_FORMATS = ['dots', 'pdf', 'pwg-black', 'pwg-gray', 'urf', 'png'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** As each is called where documents are handed over. */
export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  dots: 'application/pdf',
  pdf: 'application/pdf',
  'pwg-black': 'image/pwg-raster',
  'pwg-gray': 'image/pwg-raster',
  urf: 'image/urf',
  png: 'image/png',
};

/** What a printer or queue that takes documents is given. */
export type PageFormats = {
  usual: DocumentFormat;
  /** Where a configuration asks for vectors; the same as usual where it takes none. */
  vector: DocumentFormat;
};

/** The printer's own dots, or vectors for it to draw. */
export const DOTS_OR_VECTORS: PageFormats = { usual: DOCUMENT_FORMATS[0], vector: 'pdf' };
