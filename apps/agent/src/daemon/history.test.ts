import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { expect, it, vi } from 'vitest';
import { createHistory, FRESH_MS, HISTORY, PATIENCE_MS } from './history.ts';

/** A ledger that writes a token with each label, and a clock. */
const open = () => {
  const tokens = ['t0'];
  let ms = 0;
  const history = createHistory({
    ledger: {
      tokens: () => tokens,
      countTokens: () => tokens.length,
      noteStored: (token) => void tokens.splice(0, tokens.indexOf(token)),
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
    /** Writes an intent; what is answered to it so far. */
    begin: () => {
      const isEarly = history.mayBeginEarly();
      tokens.push(`t${ms}-${tokens.length}`);
      const label: { mayBegin: boolean | null } = { mayBegin: null };
      void history.cover(isEarly).then((mayBegin) => Object.assign(label, { mayBegin }));
      return label;
    },
  };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('begins no label before its token is stored', async () => {
  const { history, begin, tokens } = open();
  history.noteWelcome({ features: [HISTORY] });
  const label = begin();
  const token = history.take();
  expect(token).toBe(tokens.at(-1));
  history.noteStored('t0');
  await settled();
  expect(label.mayBegin).toBe(null);
  history.noteStored(token ?? '');
  await settled();
  expect(label.mayBegin).toBe(true);
  expect(tokens).toEqual([token]);
});

it('begins labels at once under a server that stores no tokens', async () => {
  const { history, begin } = open();
  history.noteWelcome({ features: ['found', 'raw'] });
  history.forgetConnection();
  expect(history.mayBegin()).toBe(true);
  const label = begin();
  await settled();
  expect(label.mayBegin).toBe(true);
});

it('begins nothing while the server is away, and gives back what waits for it', async () => {
  const { history, begin } = open();
  history.noteWelcome({ features: [HISTORY] });
  const sent = begin();
  history.take();
  const next = begin();
  history.forgetConnection();
  await settled();
  expect([sent.mayBegin, next.mayBegin]).toEqual([false, false]);
  expect(history.mayBegin()).toBe(false);
  history.greet();
  history.noteWelcome({ features: [HISTORY] });
  expect(history.mayBegin()).toBe(true);
});

it('gives a label back whose token is not stored in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { history, begin } = open();
    history.noteWelcome({ features: [HISTORY] });
    const label = begin();
    history.take();
    vi.advanceTimersByTime(PATIENCE_MS);
    await settled();
    expect(label.mayBegin).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it('begins quick labels without waiting for each, as long as what is stored is fresh', async () => {
  const { history, begin, pass } = open();
  history.noteWelcome({ features: [HISTORY] });
  begin();
  history.noteStored(history.take() ?? '');
  pass(FRESH_MS);
  const quick = begin();
  pass(1);
  const slow = begin();
  await settled();
  expect([quick.mayBegin, slow.mayBegin]).toEqual([true, null]);
});

it('hurries for a label that waits, and for none that has been begun', async () => {
  const { history, begin, pass } = open();
  history.noteWelcome({ features: [HISTORY] });
  begin();
  expect(history.isUrgent()).toBe(true);
  history.noteStored(history.take() ?? '');
  begin();
  expect(history.isUrgent()).toBe(false);
  pass(FRESH_MS + 1);
  begin();
  expect(history.isUrgent()).toBe(true);
  history.take();
  expect(history.isUrgent()).toBe(false);
});

it('begins no more than the server can be told of at once', async () => {
  const { history, begin, tokens } = open();
  history.noteWelcome({ features: [HISTORY] });
  begin();
  history.noteStored(history.take() ?? '');
  const labels = Array.from({ length: MAX_TOKENS }, () => (history.mayBegin() ? begin() : null));
  await settled();
  expect(labels.filter((label) => label?.mayBegin === true).length).toBeGreaterThan(10);
  expect(tokens.length).toBeLessThanOrEqual(MAX_TOKENS / 2);
});

it('accepts the answer to an earlier token, for the labels it covers', async () => {
  const { history, begin } = open();
  history.noteWelcome({ features: [HISTORY] });
  const first = begin();
  const token = history.take();
  const second = begin();
  history.sendAgain();
  history.take();
  history.noteStored(token ?? '');
  await settled();
  expect([first.mayBegin, second.mayBegin]).toEqual([true, null]);
});

it('waits for as long as the message with its token has not been sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { history, begin } = open();
    history.noteWelcome({ features: [HISTORY] });
    const label = begin();
    vi.advanceTimersByTime(2 * PATIENCE_MS);
    history.noteStored(history.take() ?? '');
    await settled();
    expect(label.mayBegin).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('begins nothing between two connections, however fresh', async () => {
  const { history, begin } = open();
  history.noteWelcome({ features: [HISTORY] });
  begin();
  history.noteStored(history.take() ?? '');
  history.forgetConnection();
  const label = begin();
  await settled();
  expect(label.mayBegin).toBe(false);
});

it('tells from the token stored before a hello which labels an earlier process did not begin', async () => {
  const { history, tokens } = open();
  tokens.push('t1', 't2');
  history.noteWelcome({ features: [HISTORY], stored: 't0' });
  expect(await history.findUnbegun()).toEqual(new Set(['t1', 't2']));
  // Later connections say nothing of what an earlier process did.
  tokens.push('t3');
  history.noteWelcome({ features: [HISTORY], stored: 't2' });
  expect(await history.findUnbegun()).toEqual(new Set(['t1', 't2']));
});

it.each([undefined, 'unknown'])('takes every label for begun when %s is stored', async (stored) => {
  const { history, tokens } = open();
  tokens.push('t1');
  history.noteWelcome({ features: [HISTORY], stored });
  expect(await history.findUnbegun()).toEqual(new Set());
});

it('never learns which labels were begun when it is closed first', async () => {
  const { history } = open();
  history.close();
  expect(await history.findUnbegun()).toBe(null);
});

it('lets no label go early whose intent does not say so', async () => {
  const { history, tokens } = open();
  tokens.push('t1');
  const isBegun = history.cover(false);
  expect(await isBegun).toBe(false);
});
