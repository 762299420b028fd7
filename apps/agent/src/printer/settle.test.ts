import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settleAfterLoss, settleLive } from './settle.ts';
import type { Settled } from './settle.ts';

const words = (settled: Settled[]): string[] =>
  settled.map((one) => (one.kind === 'again' ? 'again' : `${one.state}/${one.evidence}`));
const sent = { consumed: true };
const unsent = { consumed: false };

it.each([
  [
    'idle without a counter',
    [sent],
    { idle: true, counter: null, base: null, exclusive: false },
    ['printed/printer-idle'],
  ],
  [
    'idle, the counter moved by ours',
    [sent, sent],
    { idle: true, counter: 12, base: 10, exclusive: true },
    ['printed/counter-moved', 'printed/counter-moved'],
  ],
  [
    'idle, the counter moved by more',
    [sent],
    { idle: true, counter: 15, base: 10, exclusive: false },
    ['printed/printer-idle'],
  ],
  [
    'busy without a counter',
    [sent],
    { idle: false, counter: null, base: null, exclusive: true },
    [],
  ],
  [
    'busy, one counted',
    [sent, sent],
    { idle: false, counter: 11, base: 10, exclusive: true },
    ['printed/counter-moved'],
  ],
  [
    'busy, one counted, others may print',
    [sent, sent],
    { idle: false, counter: 11, base: 10, exclusive: false },
    [],
  ],
  [
    'busy, counted outside of ours',
    [sent],
    { idle: false, counter: 13, base: 10, exclusive: true },
    [],
  ],
])('on the live connection, %s', (_name, open, reading, expected) => {
  expect(words(settleLive(open, reading))).toEqual(expected);
});

it.each([
  [
    'no counter, consumed',
    [sent],
    { counter: null, base: null, exclusive: true },
    ['uncertain/consumed'],
  ],
  [
    'no counter, not consumed',
    [unsent],
    { counter: null, base: null, exclusive: true },
    ['uncertain/none'],
  ],
  ['counted', [unsent], { counter: 11, base: 10, exclusive: false }, ['printed/counter-moved']],
  [
    'consumed, not counted, nobody else prints',
    [sent],
    { counter: 10, base: 10, exclusive: true },
    ['again'],
  ],
  [
    'consumed, not counted, others may print',
    [sent],
    { counter: 10, base: 10, exclusive: false },
    ['uncertain/consumed'],
  ],
  [
    'neither: an orphaned socket may still deliver it',
    [unsent],
    { counter: 10, base: 10, exclusive: true },
    ['uncertain/none'],
  ],
  [
    'one of two counted',
    [sent, unsent],
    { counter: 11, base: 10, exclusive: true },
    ['printed/counter-moved', 'uncertain/none'],
  ],
  ['counter went back', [sent], { counter: 3, base: 10, exclusive: true }, ['uncertain/consumed']],
  [
    'somebody else prints here',
    [sent, sent],
    { counter: 15, base: 10, exclusive: true },
    ['uncertain/consumed', 'uncertain/consumed'],
  ],
])('after a lost connection, %s', (_name, open, reading, expected) => {
  expect(words(settleAfterLoss(open, { idle: true, ...reading }))).toEqual(expected);
});

it('decides on every label after a loss, and never sends one again that may still come out', () => {
  const reading = fc.record({
    idle: fc.constant(true),
    counter: fc.option(fc.integer({ min: 0, max: 6 })),
    base: fc.option(fc.integer({ min: 0, max: 6 })),
    exclusive: fc.boolean(),
  });
  const open = fc.array(fc.record({ consumed: fc.boolean() }), { maxLength: 2 });
  fc.assert(
    fc.property(open, reading, (labels, now) => {
      const settled = settleAfterLoss(labels, now);
      expect(settled).toHaveLength(labels.length);
      settled.forEach((one, i) => {
        if (one.kind === 'again')
          expect(labels[i]?.consumed && now.exclusive && now.counter !== null).toBe(true);
      });
    }),
  );
});
