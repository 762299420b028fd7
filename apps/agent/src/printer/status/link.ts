import type { Duplex } from 'node:stream';
import type { EchoPlace } from './echo.ts';
import type { PrinterStatus } from './status.ts';
import type { PaperTime } from './timing.ts';

/** Events from a printer. Answers are not matched to queries here. */
export type LinkEvents = {
  onStatus: (status: PrinterStatus) => void;
  /** Label counter; null when the printer has none. */
  onCounter: (value: number | null) => void;
  /**
   * The printer returned an echo. `wireMs`: transfer time of the label's bytes before it; Infinity
   * if unknown.
   */
  onEcho: (place: EchoPlace, wireMs: number) => void;
  /** An answer, or part of one, without a query. */
  onExtra: () => void;
  /** Another answer came after part of an answer. */
  onTruncated?: () => void;
  /** The printer will not answer queries before the last one any further. */
  onPart?: () => void;
  /** A string of an answer. `isPart`: more strings of the same answer must follow. */
  onString: (isPart?: boolean) => void;
  onLost: () => void;
};

/** An open connection to a printer in its language. */
export type Link = {
  /**
   * Cancels the partial format of an interrupted sender, and queries status, counter and status: a
   * printer that skips the middle query does not count. `torn`: the last label of an earlier
   * connection may be partly printed.
   */
  sendGreeting: (wasTorn: boolean) => void;
  /**
   * Same as `sendGreeting` with one query: a printer may lose queries that arrive while it answers
   * the first one.
   */
  sendSingleGreeting: () => void;
  /**
   * Sends bytes, between echoes if the greeting was echoed, then queries the counter if requested,
   * and the status.
   */
  query: (counter: boolean, bytes?: Uint8Array) => void;
  /**
   * Queries the status in as few characters as possible and without a line end, because a printer
   * of another language prints them.
   */
  queryMinimally: () => void;
  isLost: () => boolean;
  /** The link was closed because the printer sent far more than requested. */
  isFlooded: () => boolean;
  close: () => void;
};

/** Status queries of one printer language. */
export type StatusDialect = {
  /** Opens a link over a new socket. */
  openLink: (socket: Duplex, events: LinkEvents) => Link;
  /** Paper time of one of our labels. */
  getPaperTime: (job: Uint8Array, dpi: number) => PaperTime;
  /** False: no printer of this language counts labels. Null: query it. */
  countsLabels: false | null;
  /**
   * The printer answers before it reads, draws and prints: idle before observed work is only early.
   */
  answersAhead: boolean;
  /**
   * The printer's status shows whether it works. Otherwise it reports faults only, and the absence
   * of faults proves nothing.
   */
  reportsWork: boolean;
  /**
   * Messages for a missing answer, and for a printer that never answered and is no longer queried.
   */
  unansweredText: string;
  givenUpText: string;
};
