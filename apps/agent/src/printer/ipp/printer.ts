import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { reasonsText } from '@yunbiao/contract/printer-reasons';
import type { Look } from '../jobs/job.ts';
import { listKeywords } from '../jobs/words.ts';
import type { PrinterView } from '../view.ts';
import { getFlag, readNumber, getText, listTexts } from './decode.ts';
import type { Attributes } from './decode.ts';

/** What is asked of a printer each time. */
export const STATE_ATTRIBUTES = [
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
];

/** `printer-state`, from 3 (RFC 8011 §5.4.11). */
const STATES: readonly PrinterView['state'][] = ['idle', 'processing', 'stopped'];
const FIRST_STATE = 3;

const REFUSES = '打印队列不收新作业';
const STOPPED = '打印队列停着';

/** Its own words, where nobody has others: mostly English. */
const getMessage = (printer: Attributes): string =>
  [...(getText(printer, 'printer-state-message') ?? '')]
    .filter((letter) => letter >= ' ')
    .join('')
    .trim();

/** How a printer says it is. `usual`: what is said of one that nothing is wrong with. */
export const getLook = (printer: Attributes, usual: string): Look => {
  const said = STATES[(readNumber(printer, 'printer-state') ?? 0) - FIRST_STATE];
  const reasons = listKeywords(listTexts(printer, 'printer-state-reasons'));
  const accepts = getFlag(printer, 'printer-is-accepting-jobs') ?? true;
  const isReady = accepts && said !== 'stopped';
  const message = getMessage(printer);
  const words = reasonsText(reasons);
  const trouble = words || message || (accepts ? STOPPED : REFUSES);
  return {
    isReady,
    view: {
      state: isReady ? (said ?? 'idle') : 'stopped',
      stateReasons: reasons,
      stateText: (isReady ? words || usual : trouble).slice(0, REASON_LENGTH),
      counter: null,
    },
  };
};
