import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROLL_KEPT } from '@yunbiao/contract/limits/client';
import { ROLL_REPLY_SIZE } from '@yunbiao/contract/virtual-host';
import type { RollLabel, RollPart } from '@yunbiao/contract/virtual-host';
import { bitmapToPng } from '@yunbiao/label';
import type { Bitmap } from '@yunbiao/label';
import { deflate } from '../render/document.ts';

/** A piece of paper, by the name of its file: `{number}-{counter}[-torn].png`. */
type Piece = { number: number; counter: number; whole: boolean; name: string; bytes: number };

const NAME = /^(\d{1,12})-(\d{1,12})(-torn)?\.png$/;
/** All pictures together; a picture of a label as large as labels get is about a twentieth of it. Bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The paper that came out of a virtual printer, on the disk: the newest pieces, and what the printer has counted. */
export type RollStore = {
  /** Puts a piece down durably; whole ones are counted in `counter`. Throws when the disk does not take it. */
  add: (bitmap: Bitmap, piece: { counter: number; whole: boolean }) => void;
  /** Number of the newest piece, 0 before the first. */
  newest: () => number;
  counter: () => number;
  /** The pieces after `number`, oldest first, as many as go into one answer. */
  after: (number: number) => Omit<RollPart, 'state'>;
};

const getPiece = (folder: string, name: string): Piece[] => {
  const match = NAME.exec(name);
  if (!match) return [];
  const { size: bytes } = statSync(join(folder, name));
  const [, number, counter, torn] = match;
  return [{ number: Number(number), counter: Number(counter), whole: !torn, name, bytes }];
};

/** A rename is on the disk with its folder; not every system lets a folder be opened. */
const syncFolder = (folder: string): void => {
  let file: number | null = null;
  try {
    file = openSync(folder, 'r');
    fsyncSync(file);
  } catch {
    // What a power cut may take back then is a label the printer counted: it is asked about.
  } finally {
    if (file !== null) closeSync(file);
  }
};

/** Appears whole under its name or not at all. */
const writeDurably = (folder: string, name: string, bytes: Uint8Array): void => {
  const temporary = join(folder, 'next');
  const file = openSync(temporary, 'w', 0o600);
  try {
    // All of it, or it throws: a disk that is nearly full may take a part and say nothing.
    writeFileSync(file, bytes);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, name));
  syncFolder(folder);
};

/** Width and height are at a fixed place in every PNG (W3C PNG, 11.2.1 IHDR). */
const getLabel = (folder: string, { number, whole, name }: Piece): RollLabel => {
  const bytes = readFileSync(join(folder, name));
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { number, whole, width, height, png: bytes.toString('base64') };
};

/**
 * Opens the roll in a folder. One rename puts the label and the count of it on the disk, so that the counter never speaks
 * of a label that is not there, whatever ends the process.
 */
export const openRollStore = (folder: string, dpi: number): RollStore => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pieces = readdirSync(folder)
    .flatMap((name) => getPiece(folder, name))
    .toSorted((a, b) => a.number - b.number);
  const newest = (): number => pieces.at(-1)?.number ?? 0;

  /** The newest one stays whatever its size: it holds the counter. */
  const prune = (): void => {
    let bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    while (pieces.length > 1 && (pieces.length > ROLL_KEPT || bytes > MAX_BYTES)) {
      const oldest = pieces.shift();
      if (!oldest) return;
      bytes -= oldest.bytes;
      try {
        rmSync(join(folder, oldest.name), { force: true });
      } catch {
        // The label is down and counted; what is too much goes when the roll is opened again.
      }
    }
  };
  // What ended the process before may have come between a label and this.
  prune();

  return {
    add: (bitmap, { counter, whole }) => {
      const number = newest() + 1;
      const name = `${String(number).padStart(6, '0')}-${counter}${whole ? '' : '-torn'}.png`;
      const png = bitmapToPng(bitmap, deflate, { dpi });
      writeDurably(folder, name, png);
      pieces.push({ number, counter, whole, name, bytes: png.length });
      prune();
    },
    newest,
    counter: () => pieces.at(-1)?.counter ?? 0,
    after: (number) => {
      const wanted = pieces.filter((piece) => piece.number > number);
      const labels: RollLabel[] = [];
      let size = 0;
      for (const piece of wanted) {
        size += Math.ceil(piece.bytes / 3) * 4;
        if (labels.length > 0 && size > ROLL_REPLY_SIZE) break;
        labels.push(getLabel(folder, piece));
      }
      return { labels, more: labels.length < wanted.length };
    },
  };
};
