import type { Context } from '../../platform/context.ts';
import { createTooManyRequestsError } from '../../platform/errors.ts';
import {
  createPauseRule,
  createRateLimitCounter,
  type RateLimitRule,
} from '../../platform/counter/index.ts';
import { DAY, HOUR, MINUTE, SECOND, formatWait } from '../../platform/time.ts';

/**
 * Failures of an account count until this long after the last one. Those of an address expire
 * sooner because many people share an address.
 */
const ACCOUNT_RETENTION_MS = DAY;
const ADDRESS_RETENTION_MS = 15 * MINUTE;
/** Failures without a delay: people mistype. */
const FREE_FAILURES_PER_ACCOUNT = 5;
const FREE_FAILURES_PER_ADDRESS = 10;
/** Longest delay of an answer, ms. */
const MAX_DELAY_MS = 4_000;
/**
 * From this number of failures on, passwords of the account are not compared during a pause. The
 * pause is a minute and doubles with each further failure.
 */
const PAUSE_THRESHOLD = 20;
const MAX_PAUSE_MS = HOUR;
/**
 * Longest pause of a shared counter row. Names share rows when more names were tried from one
 * address prefix than it has rows.
 */
const MAX_SHARED_PAUSE_MS = MINUTE;
/** Delayed attempts one address may have pending. */
const MAX_PENDING_ATTEMPTS = 8;

export type Guesser = {
  /** Account name that is tried, whether or not it exists. */
  account: string;
  /** Network (`getRateLimitNetwork`) that limits are counted by. */
  network: string;
  /**
   * Key by which the account recognizes this guesser from an earlier sign-in; null for a stranger.
   */
  visitorKey: string | null;
};

/** Pause of the account after `count` failures, ms. */
const computeAccountPause = (count: number): number =>
  count < PAUSE_THRESHOLD ? 0 : Math.min(MAX_PAUSE_MS, MINUTE * 2 ** (count - PAUSE_THRESHOLD));

const createAccountPauseRule = ({ account, network, visitorKey }: Guesser): RateLimitRule =>
  createPauseRule(
    // Known guessers need no limit on rows: there are only as many as sessions and remembered
    // browsers.
    visitorKey === null
      ? { kind: 'account', subject: account, network }
      : { kind: 'known', subject: `${visitorKey} ${account}` },
    {
      retentionMs: ACCOUNT_RETENTION_MS,
      computePauseMs: computeAccountPause,
      maxSharedPauseMs: MAX_SHARED_PAUSE_MS,
    },
  );
/** Counted for the delay only: an address is never paused. */
const createAddressDelayRule = ({ network }: Guesser): RateLimitRule =>
  createPauseRule(
    { kind: 'address', subject: network, network },
    { retentionMs: ADDRESS_RETENTION_MS, computePauseMs: () => 0 },
  );
const describePause = ({ visitorKey }: Guesser, restS: number): string => {
  const wait = `密码错的次数太多，请 ${formatWait(restS)}后重试`;
  return visitorKey === null ? `${wait}；在以前登录过的浏览器里可以照常登录` : wait;
};

/** Delays attempts of one network one after another, at most `MAX_PENDING_ATTEMPTS` at a time. */
class DelayQueues {
  readonly #free = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  async wait({ now }: Context, sleep: Sleep, network: string, delay: number): Promise<void> {
    if (delay === 0) return;
    const waiting = this.#waiting.get(network) ?? 0;
    if (waiting >= MAX_PENDING_ATTEMPTS)
      throw createTooManyRequestsError('登录太频繁，请半分钟后重试', 30);
    this.#waiting.set(network, waiting + 1);
    const start = Math.max(now(), this.#free.get(network) ?? 0);
    this.#free.set(network, start + delay);
    try {
      await sleep(start + delay - now());
    } finally {
      const remaining = (this.#waiting.get(network) ?? 1) - 1;
      if (remaining > 0) this.#waiting.set(network, remaining);
      else {
        this.#waiting.delete(network);
        this.#free.delete(network);
      }
    }
  }
}

type Sleep = (ms: number) => Promise<void>;
const sleepForReal: Sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Delay queues of this process, by its event bus: a process delays only its own requests. */
const queues = new WeakMap<Context['bus'], DelayQueues>();
const getDelayQueues = ({ bus }: Context): DelayQueues => {
  const networkQueues = queues.get(bus) ?? new DelayQueues();
  queues.set(bus, networkQueues);
  return networkQueues;
};

export type LoginThrottle = {
  /**
   * Runs `check`, which returns null for a wrong password. The attempt counts as a failure before
   * it runs, so parallel attempts count like sequential ones. The count is restored when the
   * attempt succeeds or fails for another reason.
   * @throws 429 while the account is paused for strangers, or when one address has too many pending
   * attempts
   */
  attempt: <T>(guesser: Guesser, check: () => Promise<T | null>) => Promise<T | null>;
};

/**
 * Slows down and limits password guessing. After some failures the answer is delayed by up to four
 * seconds, per account and per address. At 20 failures the account is paused for strangers (429),
 * regardless of how many addresses they use. Guessers with an earlier sign-in to the account have a
 * separate count, so strangers cannot lock the owner out. Unknown account names are counted the
 * same way.
 */
export const createLoginThrottle = (ctx: Context): LoginThrottle => {
  const counter = createRateLimitCounter(ctx);
  const { sleep = sleepForReal } = ctx;
  return {
    attempt: async (guesser, check) => {
      const accountRule = createAccountPauseRule(guesser);
      const reservation = await counter.consume([accountRule, createAddressDelayRule(guesser)]);
      if (reservation.waitMs > 0) {
        const restS = Math.ceil(reservation.waitMs / SECOND);
        throw createTooManyRequestsError(describePause(guesser, restS), restS);
      }
      const [account = 0, address = 0] = reservation.previousTallies.map(({ count }) => count);
      const excess = Math.max(
        account - FREE_FAILURES_PER_ACCOUNT,
        address - FREE_FAILURES_PER_ADDRESS,
      );
      const delay = excess < 0 ? 0 : Math.min(MAX_DELAY_MS, 250 * 2 ** excess);
      try {
        await getDelayQueues(ctx).wait(ctx, sleep, guesser.network, delay);
        const result = await check();
        if (result !== null) await counter.restore(reservation, accountRule);
        return result;
      } catch (error) {
        await counter.restore(reservation);
        throw error;
      }
    },
  };
};
