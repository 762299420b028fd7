/** Compresses into zlib format (RFC 1950). Passed in, so that this package stays free of I/O and runtimes. */
export type Deflate = (bytes: Uint8Array, level: number) => Uint8Array;

/** On label bitmaps within 2 % of level 9 in a seventh of its time (bench/label-deflate.ts). */
export const DEFLATE_LEVEL = 7;
