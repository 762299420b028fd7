import type { ScanGrade } from '@yunbiao/label/scan';
import type { StatusKind } from '@yunbiao/ui';

/** Status icon for each grade. */
export const SCAN_KINDS: Readonly<Record<ScanGrade, StatusKind>> = {
  none: 'failed',
  unread: 'uncertain',
  just: 'uncertain',
  ample: 'ok',
};

export const SCAN_WORDS: Readonly<Record<ScanGrade, string>> = {
  none: '扫不出',
  unread: '有码没读',
  just: '可扫，刚好',
  ample: '可扫，余量大',
};
