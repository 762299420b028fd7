import type { Context } from '../context.ts';
import { tooMany } from '../errors.ts';
import { MINUTE } from '../time.ts';

/** Failures are remembered this long. */
const MEMORY_MS = 15 * MINUTE;
/** Failures that cost nothing: people do mistype. */
const FREE_PER_ACCOUNT = 5;
const FREE_PER_ADDRESS = 10;
/** The longest anybody waits for an answer; the owner with the right password gets in after it. */
const MAX_WAIT_MS = 4_000;
/** Attempts of one address that may wait at once. */
const MAX_WAITING = 8;
const MAX_KEYS = 20_000;

type Failures = { count: number; last: number };

/**
 * Slows guessing without locking anybody out: after some failures the answer comes later, up to four seconds, for the
 * account and for the address. Attempts of one address wait one after another; only an address that keeps many
 * attempts waiting is turned away (429), never an account.
 */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #failures = new Map<string, Failures>();
  readonly #free = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  constructor(now: () => number, sleep: (ms: number) => Promise<void>) {
    this.#now = now;
    this.#sleep = sleep;
  }

  #count(key: string): number {
    const known = this.#failures.get(key);
    return known && this.#now() - known.last < MEMORY_MS ? known.count : 0;
  }

  /** How long this attempt is held back, ms. */
  delay(account: string, address: string): number {
    const excess = Math.max(
      this.#count(`account ${account}`) - FREE_PER_ACCOUNT,
      this.#count(`address ${address}`) - FREE_PER_ADDRESS,
    );
    return excess < 0 ? 0 : Math.min(MAX_WAIT_MS, 250 * 2 ** excess);
  }

  async wait(account: string, address: string): Promise<void> {
    const delay = this.delay(account, address);
    if (delay === 0) return;
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= MAX_WAITING) throw tooMany('登录太频繁，请半分钟后再试', 30);
    this.#waiting.set(address, waiting + 1);
    const start = Math.max(this.#now(), this.#free.get(address) ?? 0);
    this.#free.set(address, start + delay);
    try {
      await this.#sleep(start + delay - this.#now());
    } finally {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left > 0) this.#waiting.set(address, left);
      else {
        this.#waiting.delete(address);
        this.#free.delete(address);
      }
    }
  }

  failed(account: string, address: string): void {
    for (const key of [`account ${account}`, `address ${address}`]) {
      const count = this.#count(key) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count, last: this.#now() });
    }
    for (const key of this.#failures.keys()) {
      if (this.#failures.size <= MAX_KEYS) break;
      this.#failures.delete(key);
    }
  }

  succeeded(account: string): void {
    this.#failures.delete(`account ${account}`);
  }
}

const throttles = new WeakMap<Context, LoginThrottle>();

/** The throttle of this process. */
export const loginThrottle = (ctx: Context): LoginThrottle => {
  const known = throttles.get(ctx);
  if (known) return known;
  const sleep = ctx.sleep ?? ((ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const made = new LoginThrottle(ctx.now, sleep);
  throttles.set(ctx, made);
  return made;
};
