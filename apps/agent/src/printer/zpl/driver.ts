import { runCloseDriver } from '../close-driver.ts';
import type { LanguageDriver } from '../language-driver.ts';
import { viewOfStatus } from '../view.ts';
import { askOnce, sendOnce } from './ask-once.ts';
import type { Poll } from './ask-once.ts';
import { CANCEL_PARTIAL } from './link.ts';
import { ifNeverAnswers, UNANSWERED } from './sentences.ts';
import { runStatusDriver } from './status-driver.ts';

const FORGET = Buffer.from(CANCEL_PARTIAL, 'latin1');

const viewOf = (poll: Poll | null) => poll && viewOfStatus(poll.status, poll.counter, false);

/** Printers that answer `~HS`, and those that only close a connection after reading it. */
export const zplDriver: LanguageDriver = {
  evidenceOf: ({ closeAfter }, { answersEarly, counts }) => {
    if (closeAfter) return ['consumed'];
    const idle = answersEarly ? [] : (['printer-idle'] as const);
    return ['consumed', ...idle, ...(counts ? (['counter-moved'] as const) : [])];
  },
  run: (desk) => (desk.printer.closeAfter ? runCloseDriver(desk, FORGET) : runStatusDriver(desk)),
  ask: async (address) => viewOf(await askOnce(address)),
  send: async (address, job) => viewOf(await sendOnce(address, job)),
  unanswered: UNANSWERED,
  ifNeverAnswers,
};
