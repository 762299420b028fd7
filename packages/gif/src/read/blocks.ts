import { GifError } from '../gif-error.ts';
import type { Rect } from '../picture.ts';

/** Blocks of a GIF as the GIF89a specification (CompuServe, 31 July 1990) has them; section numbers are its own. */
export interface ScreenBlock {
  readonly width: number;
  readonly height: number;
  /** RGB triplets, or null when there is none (section 19). */
  readonly globalPalette: Uint8Array | null;
}

export type Disposal = 0 | 1 | 2 | 3;

export interface FrameBlock {
  readonly rect: Rect;
  /** RGB triplets of the frame's own table or the global one. */
  readonly palette: Uint8Array | null;
  readonly interlaced: boolean;
  /** 1/100 s, as written. */
  readonly delay: number;
  readonly disposal: Disposal;
  readonly transparentIndex: number | null;
  readonly minCodeSize: number;
  /** Where the first data sub-block begins. */
  readonly dataStart: number;
  /** Just behind the block terminator. */
  readonly dataEnd: number;
}

export type Block =
  | { readonly kind: 'frame'; readonly frame: FrameBlock }
  /** How often it is repeated after the first time; 0 is for ever (NETSCAPE2.0). */
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
    const flags = this.#byte(10);
    this.#at = HEADER_BYTES;
    this.screen = {
      width: this.#word(6),
      height: this.#word(8),
      globalPalette: (flags & 0x80) === 0 ? null : this.#palette(flags),
    };
  }

  /** The next block that matters, or null at the end. Each byte is passed once. */
  next(): Block | null {
    for (;;) {
      // A missing trailer is common and harms nobody: the frames before it are whole.
      if (this.#at >= this.bytes.length && this.#frame > 0) return null;
      const start = this.#at;
      const kind = this.#take();
      if (kind === 0x3b) return null;
      if (kind === 0x2c) return { kind: 'frame', frame: this.#image() };
      if (kind === 0x21) {
        const loop = this.#extension();
        if (loop !== null) return { kind: 'loop', repeats: loop };
      } else if (kind === 0 && this.#frame > 0) {
        // Some writers pad with zeros between blocks.
      } else {
        throw new GifError('broken', { frame: this.#frame, offset: start });
      }
    }
  }

  #byte(at: number): number {
    const value = this.bytes[at];
    if (value === undefined) {
      throw new GifError('truncated', { frame: this.#frame, offset: this.bytes.length });
    }
    return value;
  }

  #word(at: number): number {
    return this.#byte(at) | (this.#byte(at + 1) << 8);
  }

  #take(): number {
    const value = this.#byte(this.#at);
    this.#at += 1;
    return value;
  }

  #takeWord(): number {
    return this.#take() | (this.#take() << 8);
  }

  #palette(flags: number): Uint8Array {
    const length = 3 * 2 ** ((flags & 7) + 1);
    const end = this.#at + length;
    if (end > this.bytes.length) {
      throw new GifError('truncated', { frame: this.#frame, offset: this.bytes.length });
    }
    const palette = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return palette;
  }

  /** Image descriptor and the place of its data (sections 20 to 22). */
  #image(): FrameBlock {
    const x = this.#takeWord();
    const y = this.#takeWord();
    const width = this.#takeWord();
    const height = this.#takeWord();
    const flags = this.#take();
    const palette = (flags & 0x80) === 0 ? this.screen.globalPalette : this.#palette(flags);
    const minCodeSize = this.#take();
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
    for (let length = this.#take(); length !== 0; length = this.#take()) this.#at += length;
  }

  /** How often the animation is repeated if this extension says so (sections 23 to 26). */
  #extension(): number | null {
    const label = this.#take();
    if (label === 0xf9) {
      this.#graphicControl();
      return null;
    }
    let repeats: number | null = null;
    if (label === 0xff && this.#byte(this.#at) === 11) {
      const name = String.fromCharCode(...this.bytes.subarray(this.#at + 1, this.#at + 12));
      this.#at += 12;
      const known = name === NETSCAPE || name === ANIMEXTS;
      if (known && this.#byte(this.#at) >= 3 && (this.#byte(this.#at + 1) & 7) === 1) {
        repeats = this.#word(this.#at + 2);
      }
    }
    this.#skipSubBlocks();
    return repeats;
  }

  #graphicControl(): void {
    if (this.#byte(this.#at) >= 4) {
      const flags = this.#byte(this.#at + 1);
      this.#delay = this.#word(this.#at + 2);
      this.#transparentIndex = (flags & 1) === 0 ? null : this.#byte(this.#at + 4);
      this.#disposal = getDisposal((flags >> 2) & 7);
    }
    this.#skipSubBlocks();
  }
}

/** Whether the bytes begin as a GIF does. */
export function isGif(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 6));
  return head === 'GIF89a' || head === 'GIF87a';
}

function getDisposal(value: number): Disposal {
  if (value === 0 || value === 1 || value === 2) return value;
  // 4 was written for “restore to previous” by early programs and is read so; 5 to 7 mean nothing.
  return value === 3 || value === 4 ? 3 : 0;
}
