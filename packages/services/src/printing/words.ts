import type { BatchState, DetailState, Evidence, Source } from '@yunbiao/contract/evidence';

/** States, evidence and sources as workbooks write them. */
export const DETAIL_STATE_WORDS: Record<DetailState, string> = {
  queued: '排队',
  sending: '正在打印',
  sent: '已送达',
  printed: '已打印',
  uncertain: '待确认',
  failed: '失败',
  cancelled: '已取消',
  expired: '已过期',
};

export const BATCH_STATE_WORDS: Record<BatchState, string> = {
  queued: '排队',
  sending: '正在打印',
  done: '完成',
  partly: '部分完成',
  failed: '失败',
  cancelled: '已取消',
  expired: '已过期',
};

export const EVIDENCE_WORDS: Record<Evidence, string> = {
  none: '无',
  consumed: '打印机已收下',
  'printer-idle': '打印机空闲',
  'counter-moved': '打印机计数',
  'ipp-completed': 'IPP 完成',
  member: '会员确认',
  scanned: '扫码确认',
};

export const SOURCE_WORDS: Record<Source, string> = {
  designer: '设计器',
  excel: 'Excel',
  api: '接口',
};
