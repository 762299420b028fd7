import type { AgentMessage } from '@yunbiao/contract/gateway';
import type { PrinterView } from '../printer/state.ts';

export type Views = {
  changed: (localId: string, view: PrinterView) => void;
  stop: () => void;
};

/** A counter moves with every label; nobody reads faster than this. */
const QUIET_MS = 250;

/** Tells the server how printers are: at once after a pause, then the newest only, a few times a second. */
export const createViews = (send: (message: AgentMessage) => void): Views => {
  const waiting = new Map<string, PrinterView>();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    if (waiting.size === 0) return;
    for (const [localId, view] of waiting) send({ type: 'printer', localId, ...view });
    waiting.clear();
    timer = setTimeout(flush, QUIET_MS);
  };
  return {
    changed: (localId, view) => {
      waiting.set(localId, view);
      if (!timer) flush();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
};
