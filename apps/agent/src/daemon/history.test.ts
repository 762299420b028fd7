import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { expect, it, vi } from 'vitest';
import { createHistory, FRESH_MS, HISTORY } from './history.ts';

/** A ledger that writes a token with each label, and a clock. */
const open = () => {
  const tokens = ['t0'];
  let ms = 0;
  const history = createHistory({
    ledger: {
      tokens: () => tokens,
      storedUpTo: (token) => void tokens.splice(0, tokens.indexOf(token)),
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
      tokens.push(`t${ms}-${tokens.length}`);
      const label: { mayBegin: boolean | null } = { mayBegin: null };
      void history.cover().then((mayBegin) => Object.assign(label, { mayBegin }));
      return label;
    },
  };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('begins no label before its token is stored', async () => {
  const { history, begin, tokens } = open();
  history.welcomed([HISTORY]);
  const label = begin();
  const token = history.take();
  expect(token).toBe(tokens.at(-1));
  history.stored('t0');
  await settled();
  expect(label.mayBegin).toBe(null);
  history.stored(token ?? '');
  await settled();
  expect(label.mayBegin).toBe(true);
  expect(tokens).toEqual([token]);
});

it('begins labels at once under a server that stores no tokens', async () => {
  const { history, begin } = open();
  history.welcomed(['found', 'raw']);
  history.lost();
  expect(history.mayBegin()).toBe(true);
  const label = begin();
  await settled();
  expect(label.mayBegin).toBe(true);
});

it('begins nothing while the server is away, and gives back what waits for it', async () => {
  const { history, begin } = open();
  history.welcomed([HISTORY]);
  const sent = begin();
  history.take();
  const next = begin();
  history.lost();
  await settled();
  expect([sent.mayBegin, next.mayBegin]).toEqual([false, false]);
  expect(history.mayBegin()).toBe(false);
  history.greet();
  history.welcomed([HISTORY]);
  expect(history.mayBegin()).toBe(true);
});

it('gives a label back whose token is not stored in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { history, begin } = open();
    history.welcomed([HISTORY]);
    const label = begin();
    history.take();
    vi.advanceTimersByTime(5000);
    await settled();
    expect(label.mayBegin).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it('begins quick labels without waiting for each, as long as what is stored is fresh', async () => {
  const { history, begin, pass } = open();
  history.welcomed([HISTORY]);
  begin();
  history.stored(history.take() ?? '');
  pass(FRESH_MS);
  const quick = begin();
  pass(1);
  const slow = begin();
  await settled();
  expect([quick.mayBegin, slow.mayBegin]).toEqual([true, null]);
});

it('begins no more than the server can be told of at once', async () => {
  const { history, begin, tokens } = open();
  history.welcomed([HISTORY]);
  begin();
  history.stored(history.take() ?? '');
  const labels = Array.from({ length: MAX_TOKENS }, () => (history.mayBegin() ? begin() : null));
  await settled();
  expect(labels.filter((label) => label?.mayBegin === true).length).toBeGreaterThan(10);
  expect(tokens.length).toBeLessThanOrEqual(MAX_TOKENS / 2);
});
