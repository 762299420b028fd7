import type { PrinterDriver } from '../printer-driver.ts';
import { viewOfStatus } from '../view.ts';
import type { PrinterView } from '../view.ts';
import type { Poll } from './ask-once.ts';

/** What a printer can prove that answers how it is, and one that only closes. */
export const getEvidence: PrinterDriver['getEvidence'] = (
  { closeAfter },
  { answersEarly, counts },
) => {
  if (closeAfter) return ['consumed'];
  const idle = answersEarly ? [] : (['printer-idle'] as const);
  return ['consumed', ...idle, ...(counts ? (['counter-moved'] as const) : [])];
};

export const viewOfPoll = (poll: Poll | null): PrinterView | null =>
  poll && viewOfStatus(poll.status, poll.counter, false);
