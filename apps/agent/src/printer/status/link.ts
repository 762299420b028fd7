import type { Duplex } from 'node:stream';
import type { EchoPlace } from './echo.ts';
import type { PrinterStatus } from './status.ts';
import type { PaperTime } from './timing.ts';

/** What a printer sends; answers are not matched to questions here. */
export type LinkEvents = {
  onStatus: (status: PrinterStatus) => void;
  /** Its label counter; null when it does not know one. */
  onCounter: (value: number | null) => void;
  /** It gave back what stood there. `wireMs`: how long the bytes of the label before it take alone, Infinity if unknown. */
  onEcho: (place: EchoPlace, wireMs: number) => void;
  /** An answer, or part of one, that nobody had asked for. */
  onExtra: () => void;
  /** Part of an answer came, and then another one. */
  onTruncated?: () => void;
  /** Of what was asked before the last question it answers no more than it has. */
  onPart?: () => void;
  /** A string of an answer. `isPart`: others of the same answer must follow. */
  onString: (isPart?: boolean) => void;
  onLost: () => void;
};

/** An open connection to a printer, in its language. */
export type Link = {
  /**
   * Cancels the partial format of an interrupted sender, and asks for the status, the counter and the status again: a
   * printer that skips the middle question does not count. `torn`: of the last label over an earlier connection, a part
   * may have come out.
   */
  greet: (torn: boolean) => void;
  /**
   * The same with one question: of several at once, a printer may lose those that arrive while it answers the first.
   */
  greetOnce: () => void;
  /**
   * Sends bytes, between echoes where the greeting was echoed, and behind them asks for the counter, if wanted, and then
   * the status.
   */
  ask: (counter: boolean, bytes?: Uint8Array) => void;
  /** Asks once in as few characters as possible and without a line end: a printer of another language prints them. */
  whisper: () => void;
  lost: () => boolean;
  /** It was given up because the printer sent more than anything asked for. */
  flooded: () => boolean;
  close: () => void;
};

/** A language, as far as asking printers and understanding their answers goes. */
export type Dialect = {
  /** Speaks to a printer over a fresh socket. */
  link: (socket: Duplex, events: LinkEvents) => Link;
  /** Paper time of one of our labels. */
  getPaperTime: (job: Uint8Array, dpi: number) => PaperTime;
  /** False: no printer of this language counts its labels. Null: it has to be asked. */
  counts: false | null;
  /** It answers ahead of what it has to read, draw and print: idle before it was seen at work is only early. */
  answersAhead: boolean;
  /** Its status tells whether it works; else it tells of trouble only, and that there is none proves nothing. */
  tellsWork: boolean;
  /** What no answer means, for people; and what is to be done when it has never answered and is not asked any more. */
  unanswered: string;
  givenUp: string;
};
