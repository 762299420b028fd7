import type { Clock } from './clock.ts';
import type { Drawn } from './drawn.ts';
import type { Order } from './intake.ts';
import type { Mechanism } from './mechanism.ts';
import type { PrinterOptions } from './options.ts';
import type { Truth } from './truth.ts';

/** The path from the receive buffer to the print head. */
export type Line<D extends Drawn> = {
  /** Used bytes of the receive buffer. */
  readonly used: number;
  /** Nothing waits to be drawn, and the next data is drawn as it arrives. */
  readonly hungry: boolean;
  readonly empty: boolean;
  readonly isDrawing: boolean;
  readonly queuedFormats: number;
  readonly labels: readonly { key: string; format: number; label: D }[];
  format: (bytes: Buffer, connection: number, foreign?: boolean) => void;
  command: (order: Order, connection: number, run: () => void) => void;
  /** Whether this connection still waits for an answer. */
  owes: (connection: number) => boolean;
  advance: () => void;
  /** Loses a format silently: by serial number, or the given number of the next ones. */
  doom: (format: number) => void;
  doomNext: (formats: number) => void;
  /** Empties the receive buffer, or the part that one connection filled. */
  drop: (reason: string, connection?: number | null) => void;
  cancelCurrent: (reason: string) => void;
  cancelAll: (reason: string) => void;
  /** A stop has torn the label under the head. */
  torn: (reason: string) => void;
  /** Power off. With an outer buffer the returned function resends its content. */
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
