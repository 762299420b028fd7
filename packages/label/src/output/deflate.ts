/** Compresses into zlib format (RFC 1950). Passed in, so that this package stays free of I/O and runtimes. */
export type Deflate = (bytes: Uint8Array, level: number) => Uint8Array;

/** As small as level 9 on label bitmaps, in a third of the time. */
export const DEFLATE_LEVEL = 8;
