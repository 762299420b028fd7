/**
 * What is read of a stream at most. A label of a carrier is 2 to 20 kB, a roll of pictures a few MB; a printer's own
 * memory is of this size. All of it is checked before work is done for it.
 */
export const ZPL_LIMITS = {
  /** Length of a stream, in bytes. */
  bytes: 8 * 1024 * 1024,
  /** Labels of a stream that are kept. */
  labels: 500,
  /** Fields of one label, those of a recalled format included. */
  fields: 2000,
  /** Fields of all labels together. */
  streamFields: 50_000,
  /** Bytes of the data of one field: what the guide allows (^FD). */
  dataBytes: 3072,
  /** Characters of all texts and codes of one label. */
  characters: 30_000,
  /** Bytes of one unpacked picture: that of the largest label the engine draws, and of all a stream stores. */
  graphicBytes: 4_200_000,
  storedBytes: 16 * 1024 * 1024,
  /** Pictures and formats a stream stores. */
  stored: 200,
  /** Dots that are gone through for one label, and what else costs as much. */
  dots: 270_000_000,
  /** Different things that are told of a stream. */
  notices: 200,
} as const;
