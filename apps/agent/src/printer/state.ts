import { whyOf } from '../errors.ts';
import type { HostStatus } from './hs.ts';

/** A printer as the agent sees it: RFC 8011 §5.4.11 state, §5.4.12 reasons, and words for people. */
export type PrinterView = {
  state: 'idle' | 'processing' | 'stopped';
  stateReasons: string[];
  stateText: string;
  counter: number | null;
};

export const UNANSWERED = '打印机未应答：缺纸、缺碳带或开盖';

/** View of a printer that told its status. `busy`: labels of ours are under way. */
export const viewOfStatus = (
  status: HostStatus,
  counter: number | null,
  busy: boolean,
): PrinterView => {
  const found: [string, string][] = [];
  if (status.headOpen) found.push(['cover-open', '盖子开着']);
  if (status.paperOut) found.push(['media-empty', '缺纸']);
  if (status.ribbonOut) found.push(['marker-supply-empty', '缺碳带']);
  if (status.paused) found.push(['paused', '已暂停']);
  const stopped = found.length > 0;
  if (status.overTemperature) found.push(['other-warning', '打印头过热']);
  if (status.underTemperature) found.push(['other-warning', '打印头过冷']);
  if (status.corruptRam) found.push(['other-warning', '打印机内存数据丢失']);
  const state = stopped ? 'stopped' : busy ? 'processing' : 'idle';
  return {
    state,
    stateReasons: [...new Set(found.map(([reason]) => reason))],
    stateText: found.map(([, text]) => text).join('、'),
    counter,
  };
};

/** View of a printer that is connected and does not answer; it gives no answer while media or ribbon is out. */
export const unansweredView = (counter: number | null): PrinterView => ({
  state: 'stopped',
  stateReasons: ['other'],
  stateText: UNANSWERED,
  counter,
});

/** View of a printer that cannot be reached. */
export const unreachableView = (
  address: string,
  code: string,
  counter: number | null,
): PrinterView => ({
  state: 'stopped',
  stateReasons: ['timed-out'],
  stateText: `连不上打印机 ${address}${whyOf(code)}`,
  counter,
});

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
