import type { DeliveryState, WebhookEvent } from '@yunbiao/contract/webhook-events';
import type { KeyKind, Scope } from '@yunbiao/contract/actor';

/** What a key may do, with what it means. */
export const SCOPE_HINTS: Record<Scope, { word: string; hint: string }> = {
  print: { word: '打印', hint: '提交批次、取消没印的' },
  read: { word: '查询', hint: '查进度、打印机和模板' },
  raw: { word: '原样打印', hint: '提交自己生成的 ZPL、TSPL、ESC/POS 命令、图片或 PDF，不用模板' },
};

export const KIND_WORDS: Record<KeyKind, string> = { live: '正式', test: '测试' };

export const scopesText = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => SCOPE_HINTS[scope].word).join('、');

/** What an address hears of, with what it means. */
export const EVENT_HINTS: Record<WebhookEvent, { word: string; hint: string }> = {
  'batch.finished': { word: '批次有了结果', hint: '没有在等的标签了；结果后来变了再发一次' },
  'batch.uncertain': { word: '有标签不确定', hint: '要有人去看一眼有没有印出来' },
};

export const eventWord = (event: WebhookEvent | 'ping'): string =>
  event === 'ping' ? '测试' : EVENT_HINTS[event].word;

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  waiting: '等着送',
  delivered: '送到了',
  failed: '没送到',
};

/** When something is tried again. A moment that is here already may wait for what is under way. */
export const againText = (at: string, now: number): string => {
  const minutes = Math.round((Date.parse(at) - now) / 60_000);
  if (minutes < 1) return '马上再试';
  return minutes < 60 ? `${minutes} 分钟后再试` : `${Math.round(minutes / 60)} 小时后再试`;
};
