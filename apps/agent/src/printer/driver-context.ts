import type { Unit } from '@yunbiao/contract/gateway/gateway';
import type { Change, Intent, Ledger } from '../ledger/ledger.ts';
import type { IntentRecord, Traits } from '../ledger/record.ts';
import type { PageFormats } from '../document-format.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Signal } from '../signal.ts';
import type { OpenLabel } from './open-labels.ts';
import type { Job, Queue } from './queue.ts';
import type { PrinterView } from './view.ts';

/** Context of a printer driver. */
export type DriverContext = {
  printer: PrinterSettings;
  queue: Queue;
  ledger: Ledger;
  signal: Signal;
  now: () => number;
  /** Whether a label may start: not paused by the member, not stopping, server connected. */
  canStartNext: () => boolean;
  /** Whether the member has cancelled a started label and all others of its row. */
  isCancelled: (label: Unit) => boolean;
  isStopping: () => boolean;
  /** Writes changes to disk, then reports to the server. */
  commit: (changes: readonly Change[]) => Promise<void>;
  /** Creates the ledger intent of a job. */
  createIntent: (job: Job, intentFields: Pick<IntentRecord, 'base' | 'paperMs'>) => Intent;
  /** Whether a label that the server has covered may be sent: no pause, stop or cancellation. */
  canSend: (label: Unit) => boolean;
  /** Resolves to whether a label with a durable intent may start; immediately when it may not. */
  waitForClearance: (label: OpenLabel) => Promise<boolean>;
  show: (view: PrinterView) => void;
  /** Sets the formats for labels of printers that take documents. */
  setFormats: (formats: PageFormats) => void;
  /** Records observed traits of the printer. */
  recordTraits: (observedTraits: Partial<Traits> & { counts?: boolean }) => void;
};
