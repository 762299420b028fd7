import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { describeReasons } from '@yunbiao/contract/gateway/printer-reasons';
import type { SpoolState } from '../jobs/job.ts';
import { filterReasonKeywords } from '../jobs/job-reasons.ts';
import type { PrinterView } from '../view.ts';
import {
  getBooleanAttribute,
  getNumberAttribute,
  getTextAttribute,
  listTextValues,
} from './decode.ts';
import type { Attributes } from './decode.ts';

/** Attributes for each status query. */
export const STATE_ATTRIBUTES = [
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
];

/** Values of `printer-state`, starting at 3 (RFC 8011 §5.4.11). */
const STATES: readonly PrinterView['state'][] = ['idle', 'processing', 'stopped'];
const FIRST_STATE = 3;

const NOT_ACCEPTING_TEXT = '打印队列不收新作业';
const STOPPED_TEXT = '打印队列停着';

/** The printer's own message, mostly English; used only when there is no other text. */
const readPrinterMessage = (printer: Attributes): string =>
  [...(getTextAttribute(printer, 'printer-state-message') ?? '')]
    .filter((letter) => letter >= ' ')
    .join('')
    .trim();

/** Converts a printer's state. `normalText`: text for a printer without faults. */
export const convertAttributesToSpoolState = (
  printer: Attributes,
  normalText: string,
): SpoolState => {
  const reportedState = STATES[(getNumberAttribute(printer, 'printer-state') ?? 0) - FIRST_STATE];
  const reasons = filterReasonKeywords(listTextValues(printer, 'printer-state-reasons'));
  const isAccepting = getBooleanAttribute(printer, 'printer-is-accepting-jobs') ?? true;
  const isReady = isAccepting && reportedState !== 'stopped';
  const message = readPrinterMessage(printer);
  const reasonText = describeReasons(reasons);
  const faultText = reasonText || message || (isAccepting ? STOPPED_TEXT : NOT_ACCEPTING_TEXT);
  return {
    isReady,
    view: {
      state: isReady ? (reportedState ?? 'idle') : 'stopped',
      stateReasons: reasons,
      stateText: (isReady ? reasonText || normalText : faultText).slice(0, REASON_LENGTH),
      counter: null,
    },
  };
};
