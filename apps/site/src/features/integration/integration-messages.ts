import type { DeliveryState, WebhookEvent } from '@yunbiao/contract/site/webhook-events';
import type { KeyKind, Scope } from '@yunbiao/contract/core/actor';

/** Name and explanation of each scope of a key. */
export const SCOPE_HINTS: Record<Scope, { word: string; hint: string }> = {
  print: { word: '打印', hint: '提交批次、取消没打印的' },
  read: { word: '查询', hint: '查进度、打印机和模板' },
  raw: { word: '原样打印', hint: '提交自己生成的 ZPL、TSPL、ESC/POS 命令、图片或 PDF，不用模板' },
};

export const KIND_WORDS: Record<KeyKind, string> = { live: '正式', test: '测试' };

export const formatScopes = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => SCOPE_HINTS[scope].word).join('、');

/** Name and explanation of each webhook event. */
export const EVENT_HINTS: Record<WebhookEvent, { word: string; hint: string }> = {
  'batch.finished': { word: '批次有了结果', hint: '没有在等的标签了；结果后来变了再发一次' },
  'batch.uncertain': { word: '有标签不确定', hint: '要有人去看一眼有没有打印出来' },
};

export const getEventLabel = (event: WebhookEvent | 'ping'): string =>
  event === 'ping' ? '测试' : EVENT_HINTS[event].word;

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  waiting: '等待发送',
  delivered: '送到了',
  failed: '没送到',
};

/** Formats the time of the next retry. A time in the past means that the queue is busy. */
export const formatRetryTime = (at: string, now: number): string => {
  const minutes = Math.round((Date.parse(at) - now) / 60_000);
  if (minutes < 1) return '立即重试';
  return minutes < 60 ? `${minutes} 分钟后重试` : `${Math.round(minutes / 60)} 小时后重试`;
};
