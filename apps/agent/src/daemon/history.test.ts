import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { expect, it, vi } from 'vitest';
import { createTokenHistory, EARLY_START_MS, HISTORY } from './history.ts';
import { ANSWER_TIMEOUT_MS } from './token-waiters.ts';

/** A history with a fake clock and a fake ledger that writes one token per label. */
const open = () => {
  const tokens = ['t0'];
  let ms = 0;
  const history = createTokenHistory({
    ledger: {
      listTokens: () => tokens,
      countTokens: () => tokens.length,
      recordStored: (token) => void tokens.splice(0, tokens.indexOf(token)),
    },
    onWaiting: () => undefined,
    now: () => ms,
  });
  return {
    history,
    tokens,
    pass: (time: number) => {
      ms += time;
    },
    /** Writes an intent. `mayBegin` is null until the server answers. */
    begin: () => {
      const isEarly = history.canStartBeforeTokenStored();
      tokens.push(`t${ms}-${tokens.length}`);
      const label: { mayBegin: boolean | null } = { mayBegin: null };
      void history.waitUntilStored(isEarly).then((mayBegin) => Object.assign(label, { mayBegin }));
      return label;
    },
  };
};

const waitForImmediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('begins no label before its token is stored', async () => {
  const { history, begin, tokens } = open();
  history.recordWelcome({ features: [HISTORY] });
  const label = begin();
  const token = history.claimToken();
  expect(token).toBe(tokens.at(-1));
  history.recordStored('t0');
  await waitForImmediate();
  expect(label.mayBegin).toBe(null);
  history.recordStored(token ?? '');
  await waitForImmediate();
  expect(label.mayBegin).toBe(true);
  expect(tokens).toEqual([token]);
});

it('begins labels at once under a server that stores no tokens', async () => {
  const { history, begin } = open();
  history.recordWelcome({ features: ['found', 'raw'] });
  history.clearConnection();
  expect(history.canStart()).toBe(true);
  const label = begin();
  await waitForImmediate();
  expect(label.mayBegin).toBe(true);
});

it('begins nothing while the server is away, and gives back what waits for it', async () => {
  const { history, begin } = open();
  history.recordWelcome({ features: [HISTORY] });
  const sent = begin();
  history.claimToken();
  const next = begin();
  history.clearConnection();
  await waitForImmediate();
  expect([sent.mayBegin, next.mayBegin]).toEqual([false, false]);
  expect(history.canStart()).toBe(false);
  history.startHello();
  history.recordWelcome({ features: [HISTORY] });
  expect(history.canStart()).toBe(true);
});

it('gives a label back whose token is not stored in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { history, begin } = open();
    history.recordWelcome({ features: [HISTORY] });
    const label = begin();
    history.claimToken();
    vi.advanceTimersByTime(ANSWER_TIMEOUT_MS);
    await waitForImmediate();
    expect(label.mayBegin).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it('begins quick labels without waiting for each, as long as what is stored is fresh', async () => {
  const { history, begin, pass } = open();
  history.recordWelcome({ features: [HISTORY] });
  begin();
  history.recordStored(history.claimToken() ?? '');
  pass(EARLY_START_MS);
  const quick = begin();
  pass(1);
  const slow = begin();
  await waitForImmediate();
  expect([quick.mayBegin, slow.mayBegin]).toEqual([true, null]);
});

it('hurries for a label that waits, and for none that has been begun', async () => {
  const { history, begin, pass } = open();
  history.recordWelcome({ features: [HISTORY] });
  begin();
  expect(history.hasUrgentToken()).toBe(true);
  history.recordStored(history.claimToken() ?? '');
  begin();
  expect(history.hasUrgentToken()).toBe(false);
  pass(EARLY_START_MS + 1);
  begin();
  expect(history.hasUrgentToken()).toBe(true);
  history.claimToken();
  expect(history.hasUrgentToken()).toBe(false);
});

it('begins no more than the server can be told of at once', async () => {
  const { history, begin, tokens } = open();
  history.recordWelcome({ features: [HISTORY] });
  begin();
  history.recordStored(history.claimToken() ?? '');
  const labels = Array.from({ length: MAX_TOKENS }, () => (history.canStart() ? begin() : null));
  await waitForImmediate();
  expect(labels.filter((label) => label?.mayBegin === true).length).toBeGreaterThan(10);
  expect(tokens.length).toBeLessThanOrEqual(MAX_TOKENS / 2);
});

it('accepts the answer to an earlier token, for the labels it covers', async () => {
  const { history, begin } = open();
  history.recordWelcome({ features: [HISTORY] });
  const first = begin();
  const token = history.claimToken();
  const second = begin();
  history.markUnsent();
  history.claimToken();
  history.recordStored(token ?? '');
  await waitForImmediate();
  expect([first.mayBegin, second.mayBegin]).toEqual([true, null]);
});

it('waits for as long as the message with its token has not been sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { history, begin } = open();
    history.recordWelcome({ features: [HISTORY] });
    const label = begin();
    vi.advanceTimersByTime(2 * ANSWER_TIMEOUT_MS);
    history.recordStored(history.claimToken() ?? '');
    await waitForImmediate();
    expect(label.mayBegin).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('begins nothing between two connections, however fresh', async () => {
  const { history, begin } = open();
  history.recordWelcome({ features: [HISTORY] });
  begin();
  history.recordStored(history.claimToken() ?? '');
  history.clearConnection();
  const label = begin();
  await waitForImmediate();
  expect(label.mayBegin).toBe(false);
});

it('tells from the token stored before a hello which labels an earlier process did not begin', async () => {
  const { history, tokens } = open();
  tokens.push('t1', 't2');
  history.recordWelcome({ features: [HISTORY], stored: 't0' });
  expect(await history.waitForUnstartedTokens()).toEqual(new Set(['t1', 't2']));
  // Later connections carry no information about an earlier process.
  tokens.push('t3');
  history.recordWelcome({ features: [HISTORY], stored: 't2' });
  expect(await history.waitForUnstartedTokens()).toEqual(new Set(['t1', 't2']));
});

it.each([undefined, 'unknown'])('takes every label for begun when %s is stored', async (stored) => {
  const { history, tokens } = open();
  tokens.push('t1');
  history.recordWelcome({ features: [HISTORY], stored });
  expect(await history.waitForUnstartedTokens()).toEqual(new Set());
});

it('never learns which labels were begun when it is closed first', async () => {
  const { history } = open();
  history.close();
  expect(await history.waitForUnstartedTokens()).toBe(null);
});

it('lets no label go early whose intent does not say so', async () => {
  const { history, tokens } = open();
  tokens.push('t1');
  const isBegun = history.waitUntilStored(false);
  expect(await isBegun).toBe(false);
});
