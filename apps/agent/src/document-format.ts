/** As what labels can be drawn for whoever takes documents; the first is usual. */
export const DOCUMENT_FORMATS = ['application/pdf'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
