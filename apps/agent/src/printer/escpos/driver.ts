import { runCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { askOnce, sendOnce } from '../status/ask-once.ts';
import { viewOfPoll } from '../status/evidence.ts';
import type { Dialect } from '../status/link.ts';
import { ifNeverAnswers } from '../status/sentences.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { createLink, END_LABEL, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { GIVEN_UP, UNANSWERED } from './sentences.ts';

const FORGET = Buffer.from(END_PARTIAL, 'latin1');
const FORGET_TORN = Buffer.from(END_LABEL, 'latin1');

/** `DLE EOT`, which tells of trouble and never of work; and `GS ( H`, the echo, where the printer knows it. */
export const ESCPOS: Dialect = {
  link: createLink,
  getPaperTime,
  counts: false,
  answersAhead: true,
  tellsWork: false,
  unanswered: UNANSWERED,
  givenUp: GIVEN_UP,
};

/** Printers that answer `DLE EOT`, and those that only close a connection after reading it. */
export const escposDriver: PrinterDriver = {
  getEvidence: ({ closeAfter }, { echoes }) =>
    closeAfter || !echoes ? ['consumed'] : ['consumed', 'printer-echo'],
  run: (desk) =>
    desk.printer.closeAfter
      ? runCloseDriver(desk, (torn) => (torn ? FORGET_TORN : FORGET))
      : runStatusDriver(desk, ESCPOS),
  ask: async ({ at }) => viewOfPoll(await askOnce(ESCPOS, at)),
  send: async ({ at }, { bytes }) =>
    viewOfPoll(await sendOnce(ESCPOS, at, Buffer.concat([FORGET, bytes]))),
  unanswered: UNANSWERED,
  ifNeverAnswers,
};
