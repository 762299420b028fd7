import type { RollState, RollSwitch } from '@yunbiao/contract/gateway/virtual-host';

export type SwitchWords = {
  name: RollSwitch;
  /** Action text. */
  act: string;
  /** State text when off and on. */
  off: string;
  on: string;
};

/** Faults that can be simulated, in display order. */
export const SWITCHES: readonly SwitchWords[] = [
  { name: 'paperOut', act: '抽走纸', off: '纸装着', on: '没有纸，装上才继续打印' },
  { name: 'coverOpen', act: '打开盖子', off: '盖子合着', on: '盖子开着，合上才继续打印' },
  { name: 'slow', act: '放慢', off: '一张不到半秒', on: '一张要 3 秒' },
  { name: 'disconnected', act: '拔掉网线', off: '网线插着', on: '网线拔了，打印机离线' },
];

/** Short text for the current state of the printer. */
export const describeRoll = ({ switches, printing, counter }: RollState): string => {
  if (switches.paperOut) return '没有纸';
  if (switches.coverOpen) return '盖子开着';
  if (printing) return '正在出纸';
  return counter === 0 ? '还没打印过' : `打印了 ${counter.toLocaleString('zh-CN')} 张`;
};
