import type { ORDER_STATES } from '../calls/commerce/order-shapes.ts';
import type { RollState } from '../gateway/virtual-host.ts';
import type { BatchCounts, BatchState, DetailState, Evidence, PrinterState } from '../evidence.ts';

/**
 * Server-sent events of `printEvents`: event name → data. A `: keep-alive` comment follows every 15
 * s.
 */
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
  /** Labels of a batch moved to another printer of its group. */
  | { type: 'moved'; batchNo: string }
  /**
   * A client connected, disconnected, or was paused, renamed, updated or revoked. Read the rest of
   * its data again.
   */
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
  /** The discovered printers of a client changed. */
  | { type: 'found'; clientId: string }
  /** A virtual printer changed a switch, started a label or finished one. */
  | { type: 'roll'; clientId: string; state: RollState }
  /** Number of unread notices. */
  | { type: 'notice'; unread: number }
  /** An order changed its state; VIP may have changed too. */
  | { type: 'order'; id: string; state: (typeof ORDER_STATES)[number] }
  /** Events may have been missed: read everything again. Sent first on every connection. */
  | { type: 'resync' };
