import type { Clock } from './clock.ts';
import type { Drawn } from './drawn.ts';
import type { Order } from './intake.ts';
import type { Mechanism } from './mechanism.ts';
import type { PrinterOptions } from './options.ts';
import type { Truth } from './truth.ts';

/** The way from the receive buffer to the print head. */
export type Line<D extends Drawn> = {
  /** Bytes of the receive buffer that are taken. */
  readonly used: number;
  /** Nothing waits to be drawn, and what is next would be drawn as it comes in. */
  readonly hungry: boolean;
  readonly empty: boolean;
  readonly isDrawing: boolean;
  readonly queuedFormats: number;
  readonly labels: readonly { key: string; format: number; label: D }[];
  format: (bytes: Buffer, connection: number, foreign?: boolean) => void;
  command: (order: Order, connection: number, run: () => void) => void;
  /** Whether an answer to this connection is still to come. */
  owes: (connection: number) => boolean;
  advance: () => void;
  /** Loses a format without a word: by serial number, or so many of those to come. */
  doom: (format: number) => void;
  doomNext: (formats: number) => void;
  /** Empties the receive buffer, or what one connection had put there. */
  drop: (why: string, connection?: number | null) => void;
  cancelCurrent: (why: string) => void;
  cancelAll: (why: string) => void;
  /** A stop has torn what was under the head. */
  torn: (why: string) => void;
  /** The power goes; with an outer buffer what it gives back calls up what that still held. */
  powerOff: (outerBuffer: boolean) => () => void;
  powerOn: () => void;
};

export type LineParts<D extends Drawn> = {
  options: PrinterOptions<D>;
  clock: Clock;
  truth: Truth;
  mechanism: Mechanism;
  changed: () => void;
  /** The receive buffer has room again. */
  room: () => void;
};
