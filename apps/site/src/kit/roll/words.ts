import type { RollState, RollSwitch } from '@yunbiao/contract/virtual-host';

export type SwitchWords = {
  name: RollSwitch;
  /** What it does. */
  act: string;
  /** How the printer is without it, and with it. */
  off: string;
  on: string;
};

/** What can be done to the printer, in the order one tries it. */
export const SWITCHES: readonly SwitchWords[] = [
  { name: 'paperOut', act: '抽走纸', off: '纸装着', on: '没有纸，装上才接着印' },
  { name: 'coverOpen', act: '打开盖子', off: '盖子合着', on: '盖子开着，合上才接着印' },
  { name: 'slow', act: '放慢', off: '一张不到半秒', on: '一张要 3 秒' },
  { name: 'disconnected', act: '拔掉网线', off: '网线插着', on: '网线拔了，打印机离线' },
];

/** What the printer is doing, in a few words. */
export const rollText = ({ switches, printing, counter }: RollState): string => {
  if (switches.paperOut) return '没有纸';
  if (switches.coverOpen) return '盖子开着';
  if (printing) return '正在出纸';
  return counter === 0 ? '还没印过' : `印了 ${counter.toLocaleString('zh-CN')} 张`;
};
