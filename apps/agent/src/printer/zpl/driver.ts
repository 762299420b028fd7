import { runConnectionCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { getEvidence } from '../status/driver-evidence.ts';
import {
  convertPollToView,
  queryStatusOnce,
  sendFormatAndAwaitAnswer,
} from '../status/query-once.ts';
import type { StatusDialect } from '../status/link.ts';
import { getNoAnswerHint } from '../status/messages.ts';
import { runStatusDriver } from '../status/status-driver.ts';
import { CANCEL_PARTIAL, createZplLink } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { NEVER_ANSWERED_TEXT, UNANSWERED_TEXT } from './messages.ts';

const CANCEL_PREFIX = Buffer.from(CANCEL_PARTIAL, 'latin1');

/** Status queries of a ZPL printer: `~HS` and SGD. */
export const ZPL: StatusDialect = {
  openLink: createZplLink,
  getPaperTime,
  countsLabels: null,
  answersAhead: false,
  reportsWork: true,
  unansweredText: UNANSWERED_TEXT,
  givenUpText: NEVER_ANSWERED_TEXT,
};

/** Drives printers that answer `~HS`, and those that only close a connection after reading it. */
export const zplDriver: PrinterDriver = {
  getEvidence,
  run: (context) =>
    context.printer.closeAfter
      ? runConnectionCloseDriver(context, () => CANCEL_PREFIX)
      : runStatusDriver(context, ZPL),
  queryView: async ({ at }) => convertPollToView(await queryStatusOnce(ZPL, at)),
  send: async ({ at }, { bytes }) =>
    convertPollToView(await sendFormatAndAwaitAnswer(ZPL, at, bytes)),
  unansweredText: UNANSWERED_TEXT,
  getNoAnswerHint: getNoAnswerHint,
};
