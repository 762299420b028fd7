import type { OpenLabel } from '../open-labels.ts';

/**
 * Enough to distinguish print clients. A name may have 255 bytes (RFC 8011 §5.1.4), but some
 * printers store 64.
 */
const LEDGER_LENGTH = 12;

/**
 * Returns the unique job name of a label and attempt, stable across restarts. After a restart the
 * job is found by it before the label is resolved.
 */
export const getJobName = (
  ledgerId: string,
  { detailId, attempt }: Pick<OpenLabel, 'detailId' | 'attempt'>,
): string => `yunbiao-${ledgerId.slice(0, LEDGER_LENGTH)}-${detailId}-${attempt}`;
