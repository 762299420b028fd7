import type { Context } from '../context.ts';
import { tooMany } from '../errors.ts';
import { DAY, HOUR, MINUTE, waitWords } from '../time.ts';
import { FailureCounts } from './failures.ts';

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

const ownKey = ({ account, known }: Guesser): string =>
  known === null ? `account ${account}` : `known ${known} ${account}`;
const restWords = ({ known }: Guesser, restS: number): string => {
  const wait = `密码错的次数太多，请 ${waitWords(restS)}后再试`;
  return known === null ? `${wait}；在以前登录过的浏览器里可以照常登录` : wait;
};
const addressKey = ({ network }: Guesser): string => `address ${network}`;

/**
 * Slows guessing, and caps it: after some failures the answer comes later, up to four seconds, for the account and for
 * the address; at 20 failures the account rests for strangers (429), however many addresses they come from. Who has
 * signed in to the account before has a count of the own, which strangers cannot use up: the owner is never locked out.
 * Names nobody has are counted alike. Attempts of one address wait one after another.
 */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #failures: FailureCounts;
  readonly #free = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  constructor(now: () => number, sleep: (ms: number) => Promise<void>) {
    this.#now = now;
    this.#sleep = sleep;
    this.#failures = new FailureCounts(now);
  }

  #counts(who: Guesser): { own: number; address: number; restS: number } {
    const own = this.#failures.of(ownKey(who), ACCOUNT_MEMORY_MS);
    const address = this.#failures.of(addressKey(who), ADDRESS_MEMORY_MS);
    const rest = own.last + pauseMs(own.count) - this.#now();
    return { own: own.count, address: address.count, restS: Math.max(0, Math.ceil(rest / 1_000)) };
  }

  #add(who: Guesser, change: 1 | -1): void {
    const last = this.#now();
    const { own, address } = this.#counts(who);
    this.#failures.set(ownKey(who), { count: own + change, last });
    this.#failures.set(addressKey(who), { count: address + change, last });
  }

  async #wait({ network }: Guesser, delay: number): Promise<void> {
    if (delay === 0) return;
    const waiting = this.#waiting.get(network) ?? 0;
    if (waiting >= MAX_WAITING) throw tooMany('登录太频繁，请半分钟后再试', 30);
    this.#waiting.set(network, waiting + 1);
    const start = Math.max(this.#now(), this.#free.get(network) ?? 0);
    this.#free.set(network, start + delay);
    try {
      await this.#sleep(start + delay - this.#now());
    } finally {
      const left = (this.#waiting.get(network) ?? 1) - 1;
      if (left > 0) this.#waiting.set(network, left);
      else {
        this.#waiting.delete(network);
        this.#free.delete(network);
      }
    }
  }

  /**
   * Lets somebody guess; `check` answers null for a wrong guess. It counts as failed from the beginning, so that many at
   * once are no more than many in a row; what fails for another reason is taken back.
   * @throws 429 while the account rests for strangers, or when one address keeps many attempts waiting
   */
  async guess<T>(who: Guesser, check: () => Promise<T | null>): Promise<T | null> {
    const { own, address, restS } = this.#counts(who);
    if (restS > 0) throw tooMany(restWords(who, restS), restS);
    const excess = Math.max(own - FREE_PER_ACCOUNT, address - FREE_PER_ADDRESS);
    this.#add(who, 1);
    let result: T | null;
    try {
      await this.#wait(who, excess < 0 ? 0 : Math.min(MAX_WAIT_MS, 250 * 2 ** excess));
      result = await check();
    } catch (error) {
      this.#add(who, -1);
      throw error;
    }
    if (result !== null) {
      this.#add(who, -1);
      this.#failures.forget(ownKey(who));
    }
    return result;
  }
}

const throttles = new WeakMap<Context['bus'], LoginThrottle>();

/** The throttle of this process. */
export const loginThrottle = (ctx: Context): LoginThrottle => {
  const known = throttles.get(ctx.bus);
  if (known) return known;
  const sleep = ctx.sleep ?? ((ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const made = new LoginThrottle(ctx.now, sleep);
  throttles.set(ctx.bus, made);
  return made;
};
