/** Parses a page number; invalid values give 1. */
export const parsePageNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
