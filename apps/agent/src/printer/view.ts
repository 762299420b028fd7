import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_REASONS } from '@yunbiao/contract/gateway/printer-reasons';
import type { PrinterReason } from '@yunbiao/contract/gateway/printer-reasons';
import { formatErrorCode } from '../errors.ts';
import { formatPrinterPlace } from '../places.ts';
import type { Place } from '../places.ts';
import { FLOOD_TEXT } from './reasons.ts';

/**
 * A printer as the agent sees it: RFC 8011 §5.4.11 state, §5.4.12 reasons, and text for display.
 */
export type PrinterView = {
  state: 'idle' | 'processing' | 'stopped';
  stateReasons: string[];
  stateText: string;
  counter: number | null;
};

/**
 * Faults a printer may report in any language, with their RFC 8011 §5.4.12 keywords. `stops`: it
 * prints again only after a person has fixed the fault.
 */
const FAULTS = [
  { name: 'headOpen', stops: true, reason: 'cover-open' },
  { name: 'paperOut', stops: true, reason: 'media-empty' },
  { name: 'ribbonOut', stops: true, reason: 'marker-supply-empty' },
  { name: 'mediaJam', stops: true, reason: 'media-jam' },
  { name: 'otherError', stops: true, reason: 'other' },
  { name: 'paused', stops: true, reason: 'paused' },
  { name: 'overTemperature', stops: false, reason: 'head-over-temp' },
  { name: 'underTemperature', stops: false, reason: 'head-under-temp' },
  // Peeling: the next label waits until this one is removed.
  { name: 'labelWaiting', stops: false, reason: 'output-area-full' },
  { name: 'corruptRam', stops: false, reason: 'memory-lost' },
] as const satisfies readonly { name: string; stops: boolean; reason: PrinterReason }[];

/** Which faults a printer reports. */
export type Faults = Record<(typeof FAULTS)[number]['name'], boolean>;

const listReportedFaults = (status: Faults) => FAULTS.filter(({ name }) => status[name]);

/** Lists the faults that stop a printer, for display. */
export const listStoppingFaults = (status: Faults): string[] =>
  listReportedFaults(status)
    .filter(({ stops }) => stops)
    .map(({ reason }) => PRINTER_REASONS[reason]);

export const isPrinterStopped = (status: Faults): boolean => listStoppingFaults(status).length > 0;

/** View of a printer that reported its status. `busy`: labels of ours are pending. */
export const toPrinterView = (
  status: Faults,
  counter: number | null,
  busy: boolean,
): PrinterView => {
  const faults = listReportedFaults(status);
  const state = isPrinterStopped(status) ? 'stopped' : busy ? 'processing' : 'idle';
  return {
    state,
    stateReasons: faults.map(({ stops, reason }) => (stops ? reason : `${reason}-warning`)),
    stateText: faults.map(({ reason }) => PRINTER_REASONS[reason]).join('、'),
    counter,
  };
};

/** View of a connected printer that does not answer. `text`: explanation for its language. */
export const createUnansweredPrinterView = (text: string, counter: number | null): PrinterView => ({
  state: 'stopped',
  stateReasons: ['timed-out'],
  stateText: text,
  counter,
});

/** View of a printer that was disconnected for a while because it sends unrequested data. */
export const floodView: PrinterView = {
  state: 'stopped',
  stateReasons: ['other'],
  stateText: FLOOD_TEXT,
  counter: null,
};

/** View of an unreachable printer. */
export const createUnreachablePrinterView = (at: Place, code: string): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  // A host name may have 253 characters, and the server rejects texts beyond its limit.
  stateText: `连不上打印机 ${formatPrinterPlace(at)}${formatErrorCode(code)}`.slice(
    0,
    REASON_LENGTH,
  ),
  counter: null,
});

/**
 * View of an unreachable virtual printer of the page. The simulated pulled cable is the only
 * possible cause.
 */
export const unpluggedView: PrinterView = {
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText: '虚拟打印机的网线拔掉了',
  counter: null,
};

/** View of a printer that accepts data without reporting a status. */
export const createStatuslessPrinterView = (busy: boolean): PrinterView => ({
  state: busy ? 'processing' : 'idle',
  stateReasons: [],
  stateText: '打印机不回报状态：只能确认它收下了，不能确认打印出来了',
  counter: null,
});

export const isSameView = (a: PrinterView, b: PrinterView): boolean =>
  a.state === b.state &&
  a.stateText === b.stateText &&
  a.counter === b.counter &&
  a.stateReasons.join() === b.stateReasons.join();
