import type { Evidence } from '@yunbiao/contract/evidence';
import type { DocumentFormat } from '../document-format.ts';
import type { Traits } from '../ledger/record.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Desk } from './desk.ts';
import type { Ready } from './queue.ts';
import type { PrinterView } from './view.ts';

/** What is known of a printer so far. */
export type Known = Pick<Traits, 'answersEarly' | 'echoes'> & {
  /** It counts its labels. */
  counts: boolean;
};

/** How printers of one language, or at one kind of place, are driven: what they report, and what that proves. */
export type PrinterDriver = {
  /** What a printer can prove about a label, weakest first. */
  getEvidence: (printer: PrinterSettings, known: Known) => Evidence[];
  /** Prints what is in the desk's queue until `desk.stopping()`. */
  run: (desk: Desk) => Promise<void>;
  /** Asks a printer once how it is. Null: connected, and no answer. @throws UnreachableError */
  ask: (printer: PrinterSettings) => Promise<PrinterView | null>;
  /**
   * Sends a label outside of any queue and waits for the answer behind it. Null: none.
   * @throws UnreachableError, UserError
   */
  send: (printer: PrinterSettings, label: Ready) => Promise<PrinterView | null>;
  /** As what it wants pages; as dots where this is left out. @throws UnreachableError, LostAnswerError */
  formatFor?: (printer: PrinterSettings) => Promise<DocumentFormat>;
  /** SHA-256 of the certificate it shows; null where there is none. @throws UnreachableError */
  certificate?: (printer: PrinterSettings) => Promise<string | null>;
  /** What no answer means, for people. */
  unanswered: string;
  /** What to do about a printer that never answers, for people. */
  ifNeverAnswers: (printerName: string) => string;
};
