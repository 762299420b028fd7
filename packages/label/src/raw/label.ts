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

/** What a label may be long, with room for what senders say too much, mm; and how many dots a mm has. */
export type Paper = { maxLengthMm: number; dotsPerMm: number };

/** Where the label is not known: of 300 mm at 600 dpi. */
export const LARGEST_PAPER: Paper = { maxLengthMm: 470, dotsPerMm: 24 };

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

export const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

const [TAB, LF, CR, DEL] = [0x09, 0x0a, 0x0d, 0x7f];

/** Whether a byte is none of text: neither printed nor a blank. */
export const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== TAB && byte !== LF && byte !== CR) || byte === DEL;

/** Where the first control byte stands; -1 without one. */
export const findControl = (bytes: Uint8Array): number => bytes.findIndex(isControl);
