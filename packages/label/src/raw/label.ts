/** Bytes, or text with one byte per character. */
export type Chunk = Uint8Array | string;

/** A label in a stream of another system. */
export type RawLabel = {
  /** Byte range in the stream; `to` is exclusive. */
  from: number;
  to: number;
  /** Number of copies to print. */
  copies: number;
  /** Commands earlier in the stream that still apply to the label, in order. */
  inherited: readonly string[];
  /**
   * Builds the label as a self-contained job: inherited settings, recalled objects, and drawing.
   * Nothing of it remains in the printer afterwards.
   */
  buildBytes: () => Uint8Array;
};

/** Media of a label. */
export type Paper = {
  /** Maximum label length including tolerance, mm. */
  maxLengthMm: number;
  widthMm: number;
  dotsPerMm: number;
  /** Commands that set up the stock, sent first with every label; '' for languages without them. */
  stock: string;
};

/**
 * Limit of the repeated bytes in total. Each label is self-contained, so shared settings are
 * repeated in each.
 */
export const MAX_REPEATED_BYTES = 32 * 1024 * 1024;

/**
 * Counts bytes that labels repeat from earlier in the stream, so that the total output stays
 * linear.
 */
export class Repeats {
  #bytes = 0;

  /** @throws RawRefusal above `MAX_REPEATED_BYTES` */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_REPEATED_BYTES)
      throw new RawRefusal('前面的内容在后面的标签里要重复太多次：分几次提交');
  }

  addAll(chunks: Iterable<Chunk>): void {
    for (const { length } of chunks) this.add(length);
  }
}

/** Thrown when a stream must not be printed. `message` is Chinese and names the position. */
export class RawRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RawRefusal';
  }
}

/** Refusal of the byte at this position, counted from 0. */
export const createRefusalAtByte = (at: number, message: string): RawRefusal =>
  new RawRefusal(`第 ${at + 1} 个字节：${message}`);

export const formatHex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

const [TAB, LF, CR, DEL] = [0x09, 0x0a, 0x0d, 0x7f];

/** Whether a byte is a control character other than tab and line ends. */
export const isControlByte = (byte: number): boolean =>
  (byte < 0x20 && byte !== TAB && byte !== LF && byte !== CR) || byte === DEL;

/** Index of the first control byte; -1 when there is none. */
export const findControlByte = (bytes: Uint8Array): number => bytes.findIndex(isControlByte);
