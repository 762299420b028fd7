import type { Evidence } from '@yunbiao/contract/evidence';

/** What is known of a started label, oldest first. At most the last one is not consumed. */
export type Open = { consumed: boolean };

export type Settled =
  | {
      kind: 'final';
      state: 'printed' | 'uncertain';
      evidence: Evidence;
      reason: string;
      counterFrom: number | null;
      counterTo: number | null;
    }
  /** Known not to be printed, and nobody else prints here. */
  | { kind: 'again' };

export type Reading = {
  idle: boolean;
  /** The printer's own label counter now; null when it does not count. */
  counter: number | null;
  /** The same before the first open label; null when it does not count. */
  base: number | null;
  exclusive: boolean;
};

const printed = (evidence: Evidence, from: number | null, to: number | null): Settled => ({
  kind: 'final',
  state: 'printed',
  evidence,
  reason: '',
  counterFrom: from,
  counterTo: to,
});

const uncertain = (
  consumed: boolean,
  reason: string,
  from: number | null,
  to: number | null,
): Settled => ({
  kind: 'final',
  state: 'uncertain',
  evidence: consumed ? 'consumed' : 'none',
  reason,
  counterFrom: from,
  counterTo: to,
});

const countedOf = (reading: Reading): number | null =>
  reading.counter === null || reading.base === null ? null : reading.counter - reading.base;

/**
 * Decides on the connection the labels were sent on. Returns as many decisions as can be made, for the oldest labels
 * first. Idle after consumption is proof; the counter proves while the printer is still busy, if nobody else prints.
 */
export const settleLive = (open: readonly Open[], reading: Reading): Settled[] => {
  const counted = countedOf(reading);
  const { base, counter } = reading;
  const inRange = counted !== null && counted > 0 && counted <= open.length;
  if (reading.idle && open.every((label) => label.consumed)) {
    if (counted === open.length && base !== null)
      return open.map((_, i) => printed('counter-moved', base + i, base + i + 1));
    return open.map(() => printed('printer-idle', base, counter));
  }
  if (!reading.exclusive || !inRange || base === null) return [];
  const done = open.slice(0, counted).filter((label) => label.consumed);
  return done.map((_, i) => printed('counter-moved', base + i, base + i + 1));
};

/**
 * Decides after the connection was lost, from the first idle reading of a new one. Decides on every label.
 * What the printer had not consumed may still be delivered by the old connection, so it is uncertain, never "again".
 */
export const settleAfterLoss = (open: readonly Open[], reading: Reading): Settled[] => {
  const counted = countedOf(reading);
  const { base, counter } = reading;
  if (counted === null || base === null) {
    return open.map((label) =>
      uncertain(
        label.consumed,
        label.consumed
          ? '打印机收下后连接断了，没有等到打完'
          : '发送途中连接断了，可能印了，也可能没有',
        null,
        null,
      ),
    );
  }
  if (counted < 0 || counted > open.length) {
    return open.map((label) =>
      uncertain(label.consumed, '计数器对不上，可能有别人在用这台打印机', base, counter),
    );
  }
  return open.map((label, i) => {
    if (i < counted) return printed('counter-moved', base + i, base + i + 1);
    if (label.consumed && reading.exclusive) return { kind: 'again' };
    return uncertain(
      label.consumed,
      label.consumed ? '打印机收下了，计数器没有动' : '发送途中连接断了，可能印了，也可能没有',
      base,
      counter,
    );
  });
};
