/** Bytes, or text of one byte a character. */
export type Chunk = Uint8Array | string;

/** A label of a stream of another system. */
export type RawLabel = {
  /** Where it stands in the stream, bytes: from its first to behind its last. */
  from: number;
  to: number;
  /** How often it is to be printed. */
  copies: number;
  /** What the stream set before it and still holds, as commands, in their order. */
  inherited: readonly string[];
  /** The label by itself: what it inherits, what it recalls, and what it draws. Nothing of it outlasts it. */
  bytes: () => Uint8Array;
};

/** What a label is printed on. */
export type Paper = {
  /** What a label may be long, with room for what senders say too much, mm. */
  maxLengthMm: number;
  widthMm: number;
  dotsPerMm: number;
  /** What every label says of it first, as commands; '' where its language says nothing. */
  stock: string;
};

/** More is no stream of labels, in all, bytes: each label is whole by itself, so what holds for all is written for each. */
export const MAX_REPEATED_BYTES = 32 * 1024 * 1024;

/** Counts what labels of a stream say again of what stands before them, so that all of them are of linear length. */
export class Repeats {
  #bytes = 0;

  /** @throws RawRefusal beyond `MAX_REPEATED_BYTES` */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_REPEATED_BYTES)
      throw new RawRefusal('前面的内容在后面的标签里要重复太多次：分几次提交');
  }

  addAll(chunks: Iterable<Chunk>): void {
    for (const { length } of chunks) this.add(length);
  }
}

/** Why a stream may not be printed. `message` is Chinese and says where. */
export class RawRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RawRefusal';
  }
}

/** A refusal of what stands at this byte, counted from 0. */
export const refuseAt = (at: number, message: string): RawRefusal =>
  new RawRefusal(`第 ${at + 1} 个字节：${message}`);

export const writeHex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

const [TAB, LF, CR, DEL] = [0x09, 0x0a, 0x0d, 0x7f];

/** Whether a byte is none of text: neither printed nor a blank. */
export const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== TAB && byte !== LF && byte !== CR) || byte === DEL;

/** Where the first control byte stands; -1 without one. */
export const findControl = (bytes: Uint8Array): number => bytes.findIndex(isControl);
