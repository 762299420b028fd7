import type { BatchState, DetailState, Evidence, Source } from '../evidence.ts';

/** Labels for states, evidence and sources, shared by pages and Excel exports. */
export const DETAIL_STATE_LABELS: Record<DetailState, string> = {
  queued: '排队',
  // Leased: only the client knows which of them the printer is processing.
  sending: '客户端已领',
  sent: '已送达',
  printed: '已打印',
  uncertain: '待确认',
  failed: '失败',
  cancelled: '已取消',
  expired: '已过期',
};

export const BATCH_STATE_LABELS: Record<BatchState, string> = {
  queued: '排队',
  sending: '进行中',
  done: '完成',
  partly: '部分打印',
  failed: '失败',
  cancelled: '已取消',
  expired: '已过期',
};

export const EVIDENCE_LABELS: Record<Evidence, string> = {
  none: '没有凭据',
  consumed: '打印机已收下',
  'printer-idle': '打印机已空闲',
  'printer-echo': '打印机报这张打印完成',
  'counter-moved': '计数器走了',
  'ipp-completed': '打印机报完成',
  member: '人工确认',
  scanned: '扫到了',
};

export const SOURCE_LABELS: Record<Source, string> = {
  designer: '网页',
  excel: 'Excel',
  api: '接口',
};

/** Shown for labels whose client cannot draw them. */
export const UPDATE_CLIENT_LABEL = '请更新打印客户端';
