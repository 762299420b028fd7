import type { Unit } from '@yunbiao/contract/gateway';
import type { Change, Intent, Ledger } from '../ledger/ledger.ts';
import type { IntentRecord, Traits } from '../ledger/record.ts';
import type { PageFormats } from '../document-format.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Signal } from '../signal.ts';
import type { OpenLabel } from './open-labels.ts';
import type { Job, Queue } from './queue.ts';
import type { PrinterView } from './view.ts';

/** What a driver works with. */
export type Desk = {
  printer: PrinterSettings;
  queue: Queue;
  ledger: Ledger;
  signal: Signal;
  now: () => number;
  /** The member has not paused us, we were not asked to stop, and the server is there: a label may be started. */
  mayStart: () => boolean;
  /** The member no longer wants a label that was started, nor any that is beside it. */
  isUnwanted: (label: Unit) => boolean;
  stopping: () => boolean;
  /** Puts changes on the disk, then tells the server. */
  commit: (changes: readonly Change[]) => Promise<void>;
  /** What a job begins with in the ledger. */
  createIntent: (job: Job, begun: Pick<IntentRecord, 'base' | 'paperMs'>) => Intent;
  /** Nothing speaks against the first byte of a label the server has covered: no pause, no stop, no cancel. */
  mayBegin: (label: Unit) => boolean;
  /** Resolves to whether a label whose intent is on the disk may be begun: at once when something speaks against it. */
  cover: (label: OpenLabel) => Promise<boolean>;
  show: (view: PrinterView) => void;
  /** As what labels are to be drawn from now on, for printers that take documents. */
  draw: (formats: PageFormats) => void;
  /** Notes what was learned about the printer. */
  learned: (seen: Partial<Traits> & { counts?: boolean }) => void;
};
