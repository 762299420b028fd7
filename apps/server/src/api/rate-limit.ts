import type { RateLimit } from '@yunbiao/contract';

const MAX_KEYS = 50_000;

/**
 * Sliding window counter in the memory of this process. Servers that share the calls of one site
 * share the limits: each admits its part of them, rounded up.
 */
export class RateLimiter {
  readonly #now: () => number;
  readonly #countServers: () => number;
  readonly #calls = new Map<string, number[]>();

  constructor(now: () => number, countServers: () => number = () => 1) {
    this.#now = now;
    this.#countServers = countServers;
  }

  /** Counts a call. Returns 0, or the seconds to wait if there were too many calls. */
  consume(key: string, { max: siteMax, windowS, isDurable = false }: RateLimit): number {
    // The database counts durable limits for all servers.
    const max = isDurable ? siteMax : Math.ceil(siteMax / this.#countServers());
    const now = this.#now();
    const since = now - windowS * 1_000;
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > since);
    this.#calls.delete(key);
    this.#calls.set(key, recent);
    if (recent.length >= max) {
      const oldest = recent[recent.length - max] ?? now;
      return Math.max(1, Math.ceil((oldest + windowS * 1_000 - now) / 1_000));
    }
    recent.push(now);
    if (this.#calls.size > MAX_KEYS) {
      const eldest = this.#calls.keys().next().value;
      if (eldest !== undefined) this.#calls.delete(eldest);
    }
    return 0;
  }
}
