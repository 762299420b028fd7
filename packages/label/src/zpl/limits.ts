/**
 * Limits of a stream, checked before the work is done. A carrier's label has 2 to 20 kB, a batch of
 * pictures a few MB; a printer's memory is of this order too.
 */
export const ZPL_LIMITS = {
  /** Bytes of a stream. */
  bytes: 8 * 1024 * 1024,
  /** Labels returned from a stream. */
  labels: 500,
  /** Fields of one label, including recalled formats. */
  fields: 2000,
  /** Fields of all labels. */
  streamFields: 50_000,
  /** Bytes of one field's data, as in the guide (^FD). */
  dataBytes: 3072,
  /** Characters of all texts and codes of one label. */
  characters: 30_000,
  /**
   * Bytes of one unpacked picture (the largest label the engine draws), and of all stored pictures.
   */
  graphicBytes: 4_200_000,
  storedBytes: 16 * 1024 * 1024,
  /** Stored pictures and formats. */
  stored: 200,
  /** Cost of drawing one label, in dots. */
  dots: 270_000_000,
  /** Different notices of a stream. */
  notices: 200,
} as const;
