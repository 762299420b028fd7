import type { OpenLabel } from '../open-labels.ts';

/** Long enough to tell print clients apart; a name may be 255 bytes long (RFC 8011 §5.1.4), and some keep 64. */
const LEDGER_LENGTH = 12;

/**
 * The name of a label's job, the same after a restart: whoever has the job is asked by it before anything is said of the
 * label. No other print client, no other label and no other attempt has it.
 */
export const getJobName = (
  ledgerId: string,
  { detailId, attempt }: Pick<OpenLabel, 'detailId' | 'attempt'>,
): string => `yunbiao-${ledgerId.slice(0, LEDGER_LENGTH)}-${detailId}-${attempt}`;
