import type { Evidence } from '@yunbiao/contract/evidence';
import type { DocumentFormat } from '../document-format.ts';
import type { Traits } from '../ledger/record.ts';
import type { PrinterSettings } from '../settings.ts';
import type { DriverContext } from './driver-context.ts';
import type { PreparedLabel } from './queue.ts';
import type { PrinterView } from './view.ts';

/** Traits learned from the printer's own answers, not from settings. */
export type KnownTraits = Pick<Traits, 'answersEarly' | 'echoes'> & {
  /** Whether it counts its labels. */
  counts: boolean;
};

/**
 * Driver for printers of one language or one kind of place: what they report, and what it proves.
 */
export type PrinterDriver = {
  /** Evidence the printer can give about a label, weakest first. */
  getEvidence: (printer: PrinterSettings, traits: KnownTraits) => Evidence[];
  /** Prints the labels in the context's queue until `context.isStopping()`. */
  run: (context: DriverContext) => Promise<void>;
  /**
   * Queries the printer's state once. Null when connected but not answered. Throws
   * UnreachableError.
   */
  queryView: (printer: PrinterSettings) => Promise<PrinterView | null>;
  /**
   * Sends a label directly, bypassing the queue, and waits for the answer after it; null when there
   * is none.
   * @throws UnreachableError, UserError
   */
  send: (printer: PrinterSettings, label: PreparedLabel) => Promise<PrinterView | null>;
  /**
   * Queries the preferred page format. Without this method pages are sent as dots. Throws
   * UnreachableError, LostAnswerError.
   */
  queryFormat?: (printer: PrinterSettings) => Promise<DocumentFormat>;
  /**
   * Queries the SHA-256 fingerprint of the certificate; null without one. Throws UnreachableError.
   */
  queryCertificate?: (printer: PrinterSettings) => Promise<string | null>;
  /** Explanation of a missing answer, for display. */
  unansweredText: string;
  /** Returns the hint for a printer that never answers, for display. */
  getNoAnswerHint: (printerName: string) => string;
};
