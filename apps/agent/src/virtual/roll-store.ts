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
import { MAX_ROLL_LABELS } from '@yunbiao/contract/limits/client';
import { ROLL_REPLY_SIZE } from '@yunbiao/contract/gateway/virtual-host';
import type { RollLabel, RollPart } from '@yunbiao/contract/gateway/virtual-host';
import { bitmapToPng } from '@yunbiao/label';
import type { Bitmap } from '@yunbiao/label';
import { deflate } from '../render/document.ts';

/** A printed piece of paper. Its file name is `{number}-{counter}[-torn].png`. */
type StoredPiece = {
  number: number;
  counter: number;
  isComplete: boolean;
  name: string;
  bytes: number;
};

const NAME = /^(\d{1,12})-(\d{1,12})(-torn)?\.png$/;
/** Maximum size of all pictures, bytes. The largest label takes about a twentieth of it. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Printed paper of a virtual printer on disk: the newest pieces and the printer's counter. */
export type RollStore = {
  /** Stores a piece durably. `counter` includes it if it is complete. Throws on a disk error. */
  add: (bitmap: Bitmap, piece: { counter: number; whole: boolean }) => void;
  /** Number of the newest piece; 0 when empty. */
  getNewestNumber: () => number;
  getCounter: () => number;
  /** Lists the pieces after `number`, oldest first, up to the maximum size of an answer. */
  listAfter: (number: number) => Omit<RollPart, 'state'>;
};

const inspectStoredRollLabel = (folder: string, name: string): StoredPiece[] => {
  const match = NAME.exec(name);
  if (!match) return [];
  const { size: bytes } = statSync(join(folder, name));
  const [, number, counter, tornMark] = match;
  return [{ number: Number(number), counter: Number(counter), isComplete: !tornMark, name, bytes }];
};

/** Makes a rename durable by syncing its folder. Some systems cannot open folders. */
const syncFolder = (folder: string): void => {
  let file: number | null = null;
  try {
    file = openSync(folder, 'r');
    fsyncSync(file);
  } catch {
    // A power failure may then lose a label the printer has counted. The user is asked about it.
  } finally {
    if (file !== null) closeSync(file);
  }
};

/** Writes a file atomically and durably. */
const writeDurably = (folder: string, name: string, bytes: Uint8Array): void => {
  const temporary = join(folder, 'next');
  const file = openSync(temporary, 'w', 0o600);
  try {
    // Writes everything or throws. A single write may be partial on a nearly full disk.
    writeFileSync(file, bytes);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, name));
  syncFolder(folder);
};

/** Width and height are at a fixed offset in every PNG (W3C PNG, 11.2.1 IHDR). */
const readStoredRollLabel = (
  folder: string,
  { number, isComplete, name }: StoredPiece,
): RollLabel => {
  const bytes = readFileSync(join(folder, name));
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { number, whole: isComplete, width, height, png: bytes.toString('base64') };
};

/**
 * Opens the roll in a folder. One rename stores a label together with its count, so the counter
 * never includes a missing label, even after a crash.
 */
export const openRollStore = (folder: string, dpi: number): RollStore => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pieces = readdirSync(folder)
    .flatMap((name) => inspectStoredRollLabel(folder, name))
    .toSorted((a, b) => a.number - b.number);
  const getNewestNumber = (): number => pieces.at(-1)?.number ?? 0;

  /**
   * Deletes old pieces. Keeps the newest one regardless of its size, because it contains the
   * counter.
   */
  const pruneOldPieces = (): void => {
    let bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    while (pieces.length > 1 && (pieces.length > MAX_ROLL_LABELS || bytes > MAX_BYTES)) {
      const oldest = pieces.shift();
      if (!oldest) return;
      bytes -= oldest.bytes;
      try {
        rmSync(join(folder, oldest.name), { force: true });
      } catch {
        // The label is already stored and counted. The next opening deletes the excess.
      }
    }
  };
  // The previous process may have ended between a label and its pruning.
  pruneOldPieces();

  return {
    add: (bitmap, { counter, whole }) => {
      const number = getNewestNumber() + 1;
      const name = `${String(number).padStart(6, '0')}-${counter}${whole ? '' : '-torn'}.png`;
      const png = bitmapToPng(bitmap, deflate, { dpi });
      writeDurably(folder, name, png);
      pieces.push({ number, counter, isComplete: whole, name, bytes: png.length });
      pruneOldPieces();
    },
    getNewestNumber,
    getCounter: () => pieces.at(-1)?.counter ?? 0,
    listAfter: (number) => {
      const newerPieces = pieces.filter((piece) => piece.number > number);
      const labels: RollLabel[] = [];
      let size = 0;
      for (const piece of newerPieces) {
        size += Math.ceil(piece.bytes / 3) * 4;
        if (labels.length > 0 && size > ROLL_REPLY_SIZE) break;
        labels.push(readStoredRollLabel(folder, piece));
      }
      return { labels, more: labels.length < newerPieces.length };
    },
  };
};
