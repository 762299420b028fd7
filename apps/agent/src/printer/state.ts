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
const MUTE =
  '打印机从来没有回答过状态：缺纸、缺碳带、开盖，或者不是 ZPL 打印机。先不再问它；处理好后重新运行打印客户端，不回答状态的打印机删掉后加 --close-after 重新添加';

/** What keeps a printer from printing: RFC 8011 §5.4.12 keyword and a word for people. */
const stopReasonsOf = (status: HostStatus): [string, string][] => [
  ...(status.headOpen ? [['cover-open', '盖子开着'] satisfies [string, string]] : []),
  ...(status.paperOut ? [['media-empty', '缺纸'] satisfies [string, string]] : []),
  ...(status.ribbonOut ? [['marker-supply-empty', '缺碳带'] satisfies [string, string]] : []),
  ...(status.paused ? [['paused', '已暂停'] satisfies [string, string]] : []),
];

export const stopsOf = (status: HostStatus): string[] =>
  stopReasonsOf(status).map(([, text]) => text);

/** View of a printer that told its status. `busy`: labels of ours are under way. */
export const viewOfStatus = (
  status: HostStatus,
  counter: number | null,
  busy: boolean,
): PrinterView => {
  const found = stopReasonsOf(status);
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
  stateReasons: ['timed-out'],
  stateText: UNANSWERED,
  counter,
});

/** View of a printer that never answered and is not asked any more. */
export const muteView = (): PrinterView => ({
  state: 'stopped',
  stateReasons: ['timed-out'],
  stateText: MUTE,
  counter: null,
});

/** View of a printer that cannot be reached. */
export const unreachableView = (
  address: string,
  code: string,
  counter: number | null,
): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
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
