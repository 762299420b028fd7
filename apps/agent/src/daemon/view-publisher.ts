import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import type { PrinterView } from '../printer/view.ts';
import type { Worker } from '../printer/worker.ts';
import { replaceNpmCommandsByProgram } from '../self.ts';

export type ViewPublisher = {
  publish: (localId: string, view: PrinterView) => void;
  /** Sends the state of every printer now. */
  publishAll: () => void;
  stop: () => void;
};

/**
 * Minimum interval between updates, ms. The counter changes with every label, faster than people
 * read.
 */
const MIN_INTERVAL_MS = 250;
/**
 * Repeat interval, ms. The server shows a printer as unknown after three intervals without an
 * update.
 */
const REPEAT_INTERVAL_MS = 60_000;

/**
 * Sends printer states to the server: immediately after a pause, then only the newest, a few times
 * per second.
 */
export const createViewPublisher = (
  send: (message: AgentMessage) => void,
  listWorkers: () => readonly Worker[],
  repeatMs = REPEAT_INTERVAL_MS,
): ViewPublisher => {
  const pendingViews = new Map<string, PrinterView>();
  let timer: NodeJS.Timeout | null = null;
  const sendPrinterView = (localId: string, view: PrinterView): void =>
    send({
      type: 'printer',
      localId,
      ...view,
      stateText: replaceNpmCommandsByProgram(view.stateText),
    });
  const sendPendingViews = (): void => {
    timer = null;
    if (pendingViews.size === 0) return;
    for (const [localId, view] of pendingViews) sendPrinterView(localId, view);
    pendingViews.clear();
    timer = setTimeout(sendPendingViews, MIN_INTERVAL_MS);
  };
  const sendAllPrinterViews = (): void => {
    for (const worker of listWorkers()) sendPrinterView(worker.printer.localId, worker.view());
  };
  const repeatTimer = setInterval(sendAllPrinterViews, repeatMs);
  return {
    publish: (localId, view) => {
      pendingViews.set(localId, view);
      if (!timer) sendPendingViews();
    },
    publishAll: sendAllPrinterViews,
    stop: () => {
      clearInterval(repeatTimer);
      if (timer) clearTimeout(timer);
    },
  };
};
