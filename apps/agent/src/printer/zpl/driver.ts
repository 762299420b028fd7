import { runCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { getEvidence, viewOfPoll } from '../status/evidence.ts';
import { askOnce, sendOnce } from '../status/ask-once.ts';
import type { Dialect } from '../status/link.ts';
import { ifNeverAnswers } from '../status/sentences.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { CANCEL_PARTIAL, createLink } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { GIVEN_UP, UNANSWERED } from './sentences.ts';

const FORGET = Buffer.from(CANCEL_PARTIAL, 'latin1');

/** `~HS` and SGD. */
export const ZPL: Dialect = {
  link: createLink,
  getPaperTime,
  counts: null,
  answersAhead: false,
  tellsWork: true,
  unanswered: UNANSWERED,
  givenUp: GIVEN_UP,
};

/** Printers that answer `~HS`, and those that only close a connection after reading it. */
export const zplDriver: PrinterDriver = {
  getEvidence,
  run: (desk) =>
    desk.printer.closeAfter ? runCloseDriver(desk, () => FORGET) : runStatusDriver(desk, ZPL),
  ask: async ({ at }) => viewOfPoll(await askOnce(ZPL, at)),
  send: async ({ at }, { bytes }) => viewOfPoll(await sendOnce(ZPL, at, bytes)),
  unanswered: UNANSWERED,
  ifNeverAnswers,
};
