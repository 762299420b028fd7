/** As what labels can be drawn for whoever takes documents; the first is usual. */
export const DOCUMENT_FORMATS = ['pdf', 'pwg-black', 'pwg-gray', 'urf', 'png'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** As each is called where documents are handed over. */
export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  'pwg-black': 'image/pwg-raster',
  'pwg-gray': 'image/pwg-raster',
  urf: 'image/urf',
  png: 'image/png',
};
