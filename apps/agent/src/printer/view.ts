import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import { PRINTER_REASONS } from '@yunbiao/contract/printer-reasons';
import type { PrinterReason } from '@yunbiao/contract/printer-reasons';
import { explainWhy } from '../errors.ts';
import { placeText } from '../places.ts';
import type { Place } from '../places.ts';
import { FLOOD } from './reasons.ts';

/** A printer as the agent sees it: RFC 8011 §5.4.11 state, §5.4.12 reasons, and words for people. */
export type PrinterView = {
  state: 'idle' | 'processing' | 'stopped';
  stateReasons: string[];
  stateText: string;
  counter: number | null;
};

/**
 * What a printer may say is wrong with it, in any language, and the keyword of RFC 8011 §5.4.12 for it. When one of them
 * `stops` it, it prints again only after a person has put that right.
 */
const TROUBLES = [
  { name: 'headOpen', stops: true, reason: 'cover-open' },
  { name: 'paperOut', stops: true, reason: 'media-empty' },
  { name: 'ribbonOut', stops: true, reason: 'marker-supply-empty' },
  { name: 'mediaJam', stops: true, reason: 'media-jam' },
  { name: 'otherError', stops: true, reason: 'other' },
  { name: 'paused', stops: true, reason: 'paused' },
  { name: 'overTemperature', stops: false, reason: 'head-over-temp' },
  { name: 'underTemperature', stops: false, reason: 'head-under-temp' },
  // Peeling: the next label waits until this one is taken.
  { name: 'labelWaiting', stops: false, reason: 'output-area-full' },
  { name: 'corruptRam', stops: false, reason: 'memory-lost' },
] as const satisfies readonly { name: string; stops: boolean; reason: PrinterReason }[];

/** Which troubles a printer says it has. */
export type Troubles = Record<(typeof TROUBLES)[number]['name'], boolean>;

const listTroubles = (said: Troubles) => TROUBLES.filter(({ name }) => said[name]);

/** What stops a printer, in words for people. */
export const listStops = (said: Troubles): string[] =>
  listTroubles(said)
    .filter(({ stops }) => stops)
    .map(({ reason }) => PRINTER_REASONS[reason]);

export const isStopped = (said: Troubles): boolean => listStops(said).length > 0;

/** View of a printer that told its status. `busy`: labels of ours are under way. */
export const viewOfStatus = (
  said: Troubles,
  counter: number | null,
  busy: boolean,
): PrinterView => {
  const found = listTroubles(said);
  const state = isStopped(said) ? 'stopped' : busy ? 'processing' : 'idle';
  return {
    state,
    stateReasons: found.map(({ stops, reason }) => (stops ? reason : `${reason}-warning`)),
    stateText: found.map(({ reason }) => PRINTER_REASONS[reason]).join('、'),
    counter,
  };
};

/** View of a printer that is connected and does not answer. `words`: what that means in its language. */
export const unansweredView = (words: string, counter: number | null): PrinterView => ({
  state: 'stopped',
  stateReasons: ['timed-out'],
  stateText: words,
  counter,
});

/** View of a printer that sends more than was asked of it, and is not listened to for a while. */
export const floodView: PrinterView = {
  state: 'stopped',
  stateReasons: ['other'],
  stateText: FLOOD,
  counter: null,
};

/** View of a printer that cannot be reached. */
export const unreachableView = (at: Place, code: string): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  // A host name may be 253 characters long, and the server refuses words beyond its limit.
  stateText: `连不上打印机 ${placeText(at)}${explainWhy(code)}`.slice(0, REASON_LENGTH),
  counter: null,
});

/** View of a virtual printer of the page that cannot be reached: nothing else keeps it from being. */
export const unpluggedView: PrinterView = {
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText: '虚拟打印机的网线拔掉了',
  counter: null,
};

/** View of a printer that only takes data and tells nothing. */
export const silentView = (busy: boolean): PrinterView => ({
  state: busy ? 'processing' : 'idle',
  stateReasons: [],
  stateText: '打印机不回报状态：只能确认它收下了，不能确认印出来了',
  counter: null,
});

export const sameView = (a: PrinterView, b: PrinterView): boolean =>
  a.state === b.state &&
  a.stateText === b.stateText &&
  a.counter === b.counter &&
  a.stateReasons.join() === b.stateReasons.join();
