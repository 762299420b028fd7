import { GifError } from '../gif-error.ts';
import type { Rect } from '../picture.ts';

/**
 * Blocks of a GIF. Section numbers refer to the GIF89a specification (CompuServe, 31 July 1990).
 */
export interface ScreenBlock {
  readonly width: number;
  readonly height: number;
  /** RGB triplets; null when absent (section 19). */
  readonly globalPalette: Uint8Array | null;
}

export type Disposal = 0 | 1 | 2 | 3;

export interface FrameBlock {
  readonly rect: Rect;
  /** RGB triplets of the local or global colour table. */
  readonly palette: Uint8Array | null;
  readonly interlaced: boolean;
  /** 1/100 s, as stored. */
  readonly delay: number;
  readonly disposal: Disposal;
  readonly transparentIndex: number | null;
  readonly minCodeSize: number;
  /** Start of the first data sub-block. */
  readonly dataStart: number;
  /** Position after the block terminator. */
  readonly dataEnd: number;
}

export type Block =
  | { readonly kind: 'frame'; readonly frame: FrameBlock }
  /** Repetitions after the first play; 0 is forever (NETSCAPE2.0). */
  | { readonly kind: 'loop'; readonly repeats: number };

const HEADER_BYTES = 13;
const NETSCAPE = 'NETSCAPE2.0';
const ANIMEXTS = 'ANIMEXTS1.0';

export class BlockReader {
  readonly bytes: Uint8Array;
  readonly screen: ScreenBlock;
  #at: number;
  #frame = 0;
  #delay = 0;
  #disposal: Disposal = 0;
  #transparentIndex: number | null = null;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (!isGif(bytes)) throw new GifError('notGif');
    if (bytes.length < HEADER_BYTES) throw new GifError('truncated', { offset: bytes.length });
    const flags = this.#readByteAt(10);
    this.#at = HEADER_BYTES;
    this.screen = {
      width: this.#readWordAt(6),
      height: this.#readWordAt(8),
      globalPalette: (flags & 0x80) === 0 ? null : this.#readPalette(flags),
    };
  }

  /** Returns the next relevant block, or null at the end. Linear time. */
  readBlock(): Block | null {
    for (;;) {
      // A missing trailer is common and harmless: the frames before it are complete.
      if (this.#at >= this.bytes.length && this.#frame > 0) return null;
      const start = this.#at;
      const kind = this.#readByte();
      if (kind === 0x3b) return null;
      if (kind === 0x2c) return { kind: 'frame', frame: this.#readImage() };
      if (kind === 0x21) {
        const loop = this.#readExtension();
        if (loop !== null) return { kind: 'loop', repeats: loop };
      } else if (kind === 0 && this.#frame > 0) {
        // Some writers pad with zeros between blocks.
      } else {
        throw new GifError('broken', { frame: this.#frame, offset: start });
      }
    }
  }

  #readByteAt(at: number): number {
    const value = this.bytes[at];
    if (value === undefined) {
      throw new GifError('truncated', { frame: this.#frame, offset: this.bytes.length });
    }
    return value;
  }

  #readWordAt(at: number): number {
    return this.#readByteAt(at) | (this.#readByteAt(at + 1) << 8);
  }

  #readByte(): number {
    const value = this.#readByteAt(this.#at);
    this.#at += 1;
    return value;
  }

  #readWord(): number {
    return this.#readByte() | (this.#readByte() << 8);
  }

  #readPalette(flags: number): Uint8Array {
    const length = 3 * 2 ** ((flags & 7) + 1);
    const end = this.#at + length;
    if (end > this.bytes.length) {
      throw new GifError('truncated', { frame: this.#frame, offset: this.bytes.length });
    }
    const palette = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return palette;
  }

  /** Reads the image descriptor and the position of its data (sections 20 to 22). */
  #readImage(): FrameBlock {
    const x = this.#readWord();
    const y = this.#readWord();
    const width = this.#readWord();
    const height = this.#readWord();
    const flags = this.#readByte();
    const palette = (flags & 0x80) === 0 ? this.screen.globalPalette : this.#readPalette(flags);
    const minCodeSize = this.#readByte();
    const dataStart = this.#at;
    this.#skipSubBlocks();
    const frame: FrameBlock = {
      rect: { x, y, width, height },
      palette,
      interlaced: (flags & 0x40) !== 0,
      delay: this.#delay,
      disposal: this.#disposal,
      transparentIndex: this.#transparentIndex,
      minCodeSize,
      dataStart,
      dataEnd: this.#at,
    };
    this.#frame += 1;
    this.#delay = 0;
    this.#disposal = 0;
    this.#transparentIndex = null;
    return frame;
  }

  #skipSubBlocks(): void {
    for (let length = this.#readByte(); length !== 0; length = this.#readByte()) this.#at += length;
  }

  /** Repetitions, if this is a loop extension (sections 23 to 26); else null. */
  #readExtension(): number | null {
    const label = this.#readByte();
    if (label === 0xf9) {
      this.#readGraphicControl();
      return null;
    }
    let repeats: number | null = null;
    if (label === 0xff && this.#readByteAt(this.#at) === 11) {
      const name = String.fromCharCode(...this.bytes.subarray(this.#at + 1, this.#at + 12));
      this.#at += 12;
      const isLoopExtension = name === NETSCAPE || name === ANIMEXTS;
      if (
        isLoopExtension &&
        this.#readByteAt(this.#at) >= 3 &&
        (this.#readByteAt(this.#at + 1) & 7) === 1
      ) {
        repeats = this.#readWordAt(this.#at + 2);
      }
    }
    this.#skipSubBlocks();
    return repeats;
  }

  #readGraphicControl(): void {
    if (this.#readByteAt(this.#at) >= 4) {
      const flags = this.#readByteAt(this.#at + 1);
      this.#delay = this.#readWordAt(this.#at + 2);
      this.#transparentIndex = (flags & 1) === 0 ? null : this.#readByteAt(this.#at + 4);
      this.#disposal = parseDisposalMethod((flags >> 2) & 7);
    }
    this.#skipSubBlocks();
  }
}

/** Whether the bytes start with a GIF signature. */
export function isGif(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 6));
  return head === 'GIF89a' || head === 'GIF87a';
}

function parseDisposalMethod(value: number): Disposal {
  if (value === 0 || value === 1 || value === 2) return value;
  // Early programs wrote 4 for “restore to previous”; 5 to 7 are undefined.
  return value === 3 || value === 4 ? 3 : 0;
}
