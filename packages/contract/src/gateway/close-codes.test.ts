import { describe, expect, it } from 'vitest';
import { formatRestartReason, MAX_RECONNECT_DELAY_MS, parseRestartReason } from './close-codes.ts';

describe('the reason with which a stopping server closes a connection', () => {
  it('carries the delay before reconnecting', () => {
    expect(parseRestartReason(formatRestartReason(1_234))).toBe(1_234);
  });

  it('is limited', () => {
    expect(parseRestartReason('restart 999999')).toBe(MAX_RECONNECT_DELAY_MS);
  });

  it.each(['', 'restart', 'restart -1', 'restart 1e3', 'restart 1234567', 'revoked'])(
    'has no delay in %j',
    (reason) => expect(parseRestartReason(reason)).toBeNull(),
  );
});
