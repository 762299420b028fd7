import type { Context } from '../context.ts';
import { tooMany } from '../errors.ts';
import { limitByPause, openCounter, type Rule } from '../counter/index.ts';
import { DAY, HOUR, MINUTE, SECOND, waitWords } from '../time.ts';

/** Failures at an account are remembered this long after the last, those of an address less: many share one. */
const ACCOUNT_MEMORY_MS = DAY;
const ADDRESS_MEMORY_MS = 15 * MINUTE;
/** Failures that cost nothing: people do mistype. */
const FREE_PER_ACCOUNT = 5;
const FREE_PER_ADDRESS = 10;
/** The longest anybody waits for an answer. */
const MAX_WAIT_MS = 4_000;
/** From here on an account is not compared at all for a while, whatever the address: a minute, then twice as long. */
const CEILING = 20;
const MAX_PAUSE_MS = HOUR;
/** And where names share a count, as more were tried from their neighbourhood than have one each. */
const MAX_SHARED_PAUSE_MS = MINUTE;
/** Attempts of one address that may wait at once. */
const MAX_WAITING = 8;

export type Guesser = {
  /** Whose password is tried: one name, whether or not anybody has it. */
  account: string;
  /** Where from: what limits count by. */
  network: string;
  /** By what the account knows this guesser from before; null for a stranger. */
  known: string | null;
};

/** How long the account rests after so many failures, ms. */
const pauseMs = (count: number): number =>
  count < CEILING ? 0 : Math.min(MAX_PAUSE_MS, MINUTE * 2 ** (count - CEILING));

const limitAccount = ({ account, network, known }: Guesser): Rule =>
  limitByPause(
    // A known guesser makes no more rows than there are sessions and browsers that were let in.
    known === null
      ? { kind: 'account', who: account, network }
      : { kind: 'known', who: `${known} ${account}` },
    { memoryMs: ACCOUNT_MEMORY_MS, pauseMs, maxSharedPauseMs: MAX_SHARED_PAUSE_MS },
  );
/** Counted for the delay alone: an address never rests. */
const limitAddress = ({ network }: Guesser): Rule =>
  limitByPause(
    { kind: 'address', who: network, network },
    { memoryMs: ADDRESS_MEMORY_MS, pauseMs: () => 0 },
  );
const restWords = ({ known }: Guesser, restS: number): string => {
  const wait = `密码错的次数太多，请 ${waitWords(restS)}后再试`;
  return known === null ? `${wait}；在以前登录过的浏览器里可以照常登录` : wait;
};

/** Attempts of one network wait one after another, and no more than `MAX_WAITING`. */
class Queues {
  readonly #free = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  async wait({ now }: Context, sleep: Sleep, network: string, delay: number): Promise<void> {
    if (delay === 0) return;
    const waiting = this.#waiting.get(network) ?? 0;
    if (waiting >= MAX_WAITING) throw tooMany('登录太频繁，请半分钟后再试', 30);
    this.#waiting.set(network, waiting + 1);
    const start = Math.max(now(), this.#free.get(network) ?? 0);
    this.#free.set(network, start + delay);
    try {
      await sleep(start + delay - now());
    } finally {
      const left = (this.#waiting.get(network) ?? 1) - 1;
      if (left > 0) this.#waiting.set(network, left);
      else {
        this.#waiting.delete(network);
        this.#free.delete(network);
      }
    }
  }
}

type Sleep = (ms: number) => Promise<void>;
const sleepForReal: Sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Of each process: its own requests are what it keeps waiting. */
const queues = new WeakMap<Context['bus'], Queues>();
const getQueues = ({ bus }: Context): Queues => {
  const found = queues.get(bus) ?? new Queues();
  queues.set(bus, found);
  return found;
};

export type LoginThrottle = {
  /**
   * Lets somebody guess; `check` answers null for a wrong guess. It counts as failed from the beginning, so that many at
   * once are no more than many in a row; what fails for another reason is taken back.
   * @throws 429 while the account rests for strangers, or when one address keeps many attempts waiting
   */
  guess: <T>(who: Guesser, check: () => Promise<T | null>) => Promise<T | null>;
};

/**
 * Slows guessing, and caps it: after some failures the answer comes later, up to four seconds, for the account and for
 * the address; at 20 failures the account rests for strangers (429), however many addresses they come from. A guesser who
 * has signed in to the account before has a separate count, which strangers cannot use up: the owner is never locked out.
 * Names no account has are counted the same way.
 */
export const loginThrottle = (ctx: Context): LoginThrottle => {
  const counter = openCounter(ctx);
  const { sleep = sleepForReal } = ctx;
  return {
    guess: async (who, check) => {
      const own = limitAccount(who);
      const taken = await counter.take([own, limitAddress(who)]);
      if (taken.waitMs > 0) {
        const restS = Math.ceil(taken.waitMs / SECOND);
        throw tooMany(restWords(who, restS), restS);
      }
      const [account = 0, address = 0] = taken.before.map(({ count }) => count);
      const excess = Math.max(account - FREE_PER_ACCOUNT, address - FREE_PER_ADDRESS);
      const delay = excess < 0 ? 0 : Math.min(MAX_WAIT_MS, 250 * 2 ** excess);
      try {
        await getQueues(ctx).wait(ctx, sleep, who.network, delay);
        const result = await check();
        if (result !== null) await counter.giveBack(taken, own);
        return result;
      } catch (error) {
        await counter.giveBack(taken);
        throw error;
      }
    },
  };
};
