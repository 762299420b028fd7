import type { BatchState, DetailState, Evidence, Source } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui';

type Word = { kind: StatusKind; text: string };

/** Detail states for people: shape and word. */
export const DETAIL_WORDS: Record<DetailState, Word> = {
  queued: { kind: 'queued', text: '排队' },
  sending: { kind: 'running', text: '正在打印' },
  sent: { kind: 'sent', text: '已送达' },
  printed: { kind: 'ok', text: '已打印' },
  uncertain: { kind: 'uncertain', text: '待确认' },
  failed: { kind: 'failed', text: '失败' },
  cancelled: { kind: 'off', text: '已取消' },
  expired: { kind: 'off', text: '已过期' },
};

export const BATCH_WORDS: Record<BatchState, Word> = {
  queued: { kind: 'queued', text: '排队' },
  sending: { kind: 'running', text: '正在打印' },
  done: { kind: 'ok', text: '完成' },
  partly: { kind: 'uncertain', text: '部分打印' },
  failed: { kind: 'failed', text: '失败' },
  cancelled: { kind: 'off', text: '已取消' },
  expired: { kind: 'off', text: '已过期' },
};

export const EVIDENCE_WORDS: Record<Evidence, string> = {
  none: '没有凭据',
  consumed: '打印机已收下',
  'printer-idle': '打印机已空闲',
  'counter-moved': '计数器走了',
  'ipp-completed': '打印机报完成',
  member: '你看到了',
  scanned: '扫到了',
};

export const SOURCE_WORDS: Record<Source, string> = {
  designer: '网页',
  excel: 'Excel',
  api: '接口',
};
