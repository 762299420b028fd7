import { runCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { askOnce, sendOnce } from '../status/ask-once.ts';
import { getEvidence, viewOfPoll } from '../status/evidence.ts';
import type { Dialect } from '../status/link.ts';
import { ifNeverAnswers } from '../status/sentences.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { createLink, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { GIVEN_UP, UNANSWERED } from './sentences.ts';

const FORGET = Buffer.from(END_PARTIAL, 'latin1');

/**
 * `<ESC>!?` and `<ESC>!S`. Its mileage (`~!@`) is in whole kilometres, and of `@LABEL` the manual does not say when it
 * counts, nor whether a printer tells it outside of a program: neither proves a label.
 */
export const TSPL: Dialect = {
  link: createLink,
  getPaperTime,
  counts: false,
  answersAhead: true,
  tellsWork: true,
  unanswered: UNANSWERED,
  givenUp: GIVEN_UP,
};

/** Printers that answer `<ESC>!?`, and those that only close a connection after reading it. */
export const tsplDriver: PrinterDriver = {
  getEvidence,
  run: (desk) =>
    desk.printer.closeAfter ? runCloseDriver(desk, () => FORGET) : runStatusDriver(desk, TSPL),
  ask: async ({ at }) => viewOfPoll(await askOnce(TSPL, at)),
  send: async ({ at }, { bytes }) =>
    viewOfPoll(await sendOnce(TSPL, at, Buffer.concat([FORGET, bytes]))),
  unanswered: UNANSWERED,
  ifNeverAnswers,
};
