/**
 * Formats of labels for printers and queues that take documents. `dots`: PDF with one bitmap in
 * printer dots; `pdf`: PDF with vectors. `dots` is the default.
 */
export const DOCUMENT_FORMATS = ['dots', 'pdf', 'pwg-black', 'pwg-gray', 'urf', 'png'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  dots: 'application/pdf',
  pdf: 'application/pdf',
  'pwg-black': 'image/pwg-raster',
  'pwg-gray': 'image/pwg-raster',
  urf: 'image/urf',
  png: 'image/png',
};

/** Formats for a printer or queue that takes documents. */
export type PageFormats = {
  defaultFormat: DocumentFormat;
  /** Format when the print configuration requests vectors; same as `defaultFormat` if unsupported. */
  vectorFormat: DocumentFormat;
};

/** Kinds of PDF: one with printer dots, one with vectors. */
export const PDF_FORMATS: PageFormats = { defaultFormat: DOCUMENT_FORMATS[0], vectorFormat: 'pdf' };
