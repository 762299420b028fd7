import type { AgentMessage } from '@yunbiao/contract/gateway';
import type { PrinterView } from '../printer/view.ts';
import type { Worker } from '../printer/worker.ts';
import { inOwnWords } from '../self.ts';

export type Views = {
  changed: (localId: string, view: PrinterView) => void;
  /** Tells of every printer now. */
  all: () => void;
  stop: () => void;
};

/** A counter moves with every label; nobody reads faster than this. */
const QUIET_MS = 250;
/** After three of these without word of a printer the server shows it as unknown. */
const REPEAT_MS = 60_000;

/** Tells the server how printers are: at once after a pause, then the newest only, a few times a second. */
export const createViews = (
  send: (message: AgentMessage) => void,
  workers: () => readonly Worker[],
  repeatMs = REPEAT_MS,
): Views => {
  const waiting = new Map<string, PrinterView>();
  let timer: NodeJS.Timeout | null = null;
  const tell = (localId: string, view: PrinterView): void =>
    send({ type: 'printer', localId, ...view, stateText: inOwnWords(view.stateText) });
  const flush = (): void => {
    timer = null;
    if (waiting.size === 0) return;
    for (const [localId, view] of waiting) tell(localId, view);
    waiting.clear();
    timer = setTimeout(flush, QUIET_MS);
  };
  const all = (): void => {
    for (const worker of workers()) tell(worker.printer.localId, worker.view());
  };
  const repeat = setInterval(all, repeatMs);
  return {
    changed: (localId, view) => {
      waiting.set(localId, view);
      if (!timer) flush();
    },
    all,
    stop: () => {
      clearInterval(repeat);
      if (timer) clearTimeout(timer);
    },
  };
};
