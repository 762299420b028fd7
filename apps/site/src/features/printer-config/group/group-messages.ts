import type { PrinterGroup } from '../load.ts';

export const RULE_WORDS: Record<PrinterGroup['rule'], { short: string; long: string }> = {
  'in-order': { short: '按顺序', long: '按顺序，第一台能打印的' },
  'least-busy': { short: '分摊', long: '分摊，排队最少的那台' },
};

/** Describes when labels move to another printer: `停 2 分钟自己转`. */
export const describeTakeover = ({
  delayMinutes,
  asks,
}: Pick<PrinterGroup, 'delayMinutes' | 'asks'>): string =>
  `停${delayMinutes === 0 ? '了立即' : ` ${delayMinutes} 分钟`}${asks ? '先问我' : '自己转'}`;
