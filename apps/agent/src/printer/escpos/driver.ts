import { runConnectionCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import {
  convertPollToView,
  queryStatusOnce,
  sendFormatAndAwaitAnswer,
} from '../status/query-once.ts';
import type { StatusDialect } from '../status/link.ts';
import { getNoAnswerHint } from '../status/messages.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { createEscposLink, END_LABEL, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { NEVER_ANSWERED_TEXT, UNANSWERED_TEXT } from './messages.ts';

const CANCEL_PREFIX = Buffer.from(END_PARTIAL, 'latin1');
const CANCEL_AND_CUT_PREFIX = Buffer.from(END_LABEL, 'latin1');

/**
 * `DLE EOT` reports faults but not whether the printer is working; `GS ( H` is the echo, if
 * supported.
 */
export const ESCPOS: StatusDialect = {
  openLink: createEscposLink,
  getPaperTime,
  countsLabels: false,
  answersAhead: true,
  reportsWork: false,
  unansweredText: UNANSWERED_TEXT,
  givenUpText: NEVER_ANSWERED_TEXT,
};

/**
 * Drives printers that answer `DLE EOT`, and those that only close a connection after reading it.
 */
export const escposDriver: PrinterDriver = {
  getEvidence: ({ closeAfter }, { echoes }) =>
    closeAfter || !echoes ? ['consumed'] : ['consumed', 'printer-echo'],
  run: (context) =>
    context.printer.closeAfter
      ? runConnectionCloseDriver(context, (wasTorn) =>
          wasTorn ? CANCEL_AND_CUT_PREFIX : CANCEL_PREFIX,
        )
      : runStatusDriver(context, ESCPOS),
  queryView: async ({ at }) => convertPollToView(await queryStatusOnce(ESCPOS, at)),
  send: async ({ at }, { bytes }) =>
    convertPollToView(
      await sendFormatAndAwaitAnswer(ESCPOS, at, Buffer.concat([CANCEL_PREFIX, bytes])),
    ),
  unansweredText: UNANSWERED_TEXT,
  getNoAnswerHint,
};
