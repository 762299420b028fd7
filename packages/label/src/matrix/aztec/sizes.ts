/** Data layers around the bull's eye. */
export type AztecSize = {
  isCompact: boolean;
  layers: number;
  /** Bits per codeword. */
  wordBits: number;
  /** Bits of data and check codewords, plus surplus bits. */
  bits: number;
};
