import type { PrinterDriver } from '../printer-driver.ts';
import { toPrinterView } from '../view.ts';
import type { PrinterView } from '../view.ts';
import type { PollResult } from './query-once.ts';

/** Evidence of a printer that reports its status, and of one that only closes. */
export const getEvidence: PrinterDriver['getEvidence'] = (
  { closeAfter },
  { answersEarly, counts },
) => {
  if (closeAfter) return ['consumed'];
  const idle = answersEarly ? [] : (['printer-idle'] as const);
  return ['consumed', ...idle, ...(counts ? (['counter-moved'] as const) : [])];
};

export const convertPollToView = (poll: PollResult | null): PrinterView | null =>
  poll && toPrinterView(poll.status, poll.counter, false);
