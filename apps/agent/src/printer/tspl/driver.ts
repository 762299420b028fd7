import { runConnectionCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import {
  convertPollToView,
  queryStatusOnce,
  sendFormatAndAwaitAnswer,
} from '../status/query-once.ts';
import { getEvidence } from '../status/driver-evidence.ts';
import type { StatusDialect } from '../status/link.ts';
import { getNoAnswerHint } from '../status/messages.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { createTsplLink, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { NEVER_ANSWERED_TEXT, UNANSWERED_TEXT } from './messages.ts';

const CANCEL_PREFIX = Buffer.from(END_PARTIAL, 'latin1');

/**
 * `<ESC>!?` and `<ESC>!S`. The mileage (`~!@`) is in kilometres, and the manual does not specify
 * when `@LABEL` counts or whether it works outside a program: neither proves a label.
 */
export const TSPL: StatusDialect = {
  openLink: createTsplLink,
  getPaperTime,
  countsLabels: false,
  answersAhead: true,
  reportsWork: true,
  unansweredText: UNANSWERED_TEXT,
  givenUpText: NEVER_ANSWERED_TEXT,
};

/**
 * Drives printers that answer `<ESC>!?`, and those that only close a connection after reading it.
 */
export const tsplDriver: PrinterDriver = {
  getEvidence,
  run: (context) =>
    context.printer.closeAfter
      ? runConnectionCloseDriver(context, () => CANCEL_PREFIX)
      : runStatusDriver(context, TSPL),
  queryView: async ({ at }) => convertPollToView(await queryStatusOnce(TSPL, at)),
  send: async ({ at }, { bytes }) =>
    convertPollToView(
      await sendFormatAndAwaitAnswer(TSPL, at, Buffer.concat([CANCEL_PREFIX, bytes])),
    ),
  unansweredText: UNANSWERED_TEXT,
  getNoAnswerHint: getNoAnswerHint,
};
