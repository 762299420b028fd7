import type { ORDER_STATES } from './calls/money.ts';
import type { RollState } from './virtual-host.ts';
import type { BatchCounts, BatchState, DetailState, Evidence, PrinterState } from './evidence.ts';

/** Server-sent events of `printEvents`: event name → data. A `: keep-alive` comment comes every 15 s. */
export type PrintEvent =
  | {
      type: 'batch';
      batchNo: string;
      state: BatchState;
      total: number;
      counts: BatchCounts;
      cancellable: number;
      finishedAt: string | null;
    }
  | {
      type: 'detail';
      batchNo: string;
      id: string;
      state: DetailState;
      evidence: Evidence;
      reason: string;
      counterFrom: number | null;
      counterTo: number | null;
      at: string;
    }
  /** Labels of a batch went to another printer of its group. */
  | { type: 'moved'; batchNo: string }
  /** A client came, went, was paused, named anew, updated or revoked: what else is shown of it is read again. */
  | { type: 'client'; id: string; online: boolean }
  | {
      type: 'printer';
      id: string;
      clientId: string;
      state: PrinterState;
      stateText: string;
      /** RFC 8011 printer-state-reasons. */
      stateReasons: readonly string[];
      counter: number | null;
    }
  /** A client has told of other found printers than before. */
  | { type: 'found'; clientId: string }
  /** A virtual printer was touched, begins a label, or has put one down. */
  | { type: 'roll'; clientId: string; state: RollState }
  /** How many notices are unread now. */
  | { type: 'notice'; unread: number }
  /** An order moved on, and with it perhaps VIP. */
  | { type: 'order'; id: string; state: (typeof ORDER_STATES)[number] }
  /** The stream cannot say what was missed: read everything again. Sent first on every connection. */
  | { type: 'resync' };
