import type { Change, Ledger } from '../ledger/ledger.ts';
import type { Traits } from '../ledger/record.ts';
import type { PrinterSettings } from '../settings.ts';
import type { Signal } from '../signal.ts';
import type { Queue } from './queue.ts';
import type { PrinterView } from './view.ts';

/** What a driver works with. */
export type Desk = {
  printer: PrinterSettings;
  queue: Queue;
  ledger: Ledger;
  signal: Signal;
  now: () => number;
  /** The member has not paused us and nobody asked us to stop: a label may be started. */
  mayStart: () => boolean;
  stopping: () => boolean;
  /** Puts changes on the disk, then tells the server. */
  commit: (changes: readonly Change[]) => Promise<void>;
  show: (view: PrinterView) => void;
  /** Notes what was learned about the printer. */
  learned: (seen: Partial<Traits> & { counts?: boolean }) => void;
};
