/** Names and places remembered at once. */
const MAX_KEYS = 50_000;
/** Counts from which a key is harder to push out than all below. */
const TIERS = [0, 5, 20];

type Failures = { count: number; last: number };

const tierOf = (count: number): number => TIERS.findLastIndex((from) => count >= from);

/**
 * Counts failures in bounded memory. When it is full those with the fewest go first, the longest untouched of them
 * before the others: names made up to push out a count that hurts push out one another.
 */
export class FailureCounts {
  readonly #now: () => number;
  readonly #max: number;
  readonly #tiers = TIERS.map(() => new Map<string, Failures>());

  constructor(now: () => number, max = MAX_KEYS) {
    this.#now = now;
    this.#max = max;
  }

  #find(key: string): Failures | undefined {
    for (const tier of this.#tiers) {
      const found = tier.get(key);
      if (found) return found;
    }
    return undefined;
  }

  /** How many, and when the last was, epoch ms; those before `memoryMs` are forgotten. */
  of(key: string, memoryMs: number): Failures {
    const found = this.#find(key);
    return found && this.#now() - found.last < memoryMs ? found : { count: 0, last: 0 };
  }

  set(key: string, failures: Failures): void {
    this.forget(key);
    if (failures.count <= 0) return;
    this.#tiers[tierOf(failures.count)]?.set(key, failures);
    let size = this.#tiers.reduce((sum, tier) => sum + tier.size, 0);
    for (const tier of this.#tiers) {
      for (const eldest of tier.keys()) {
        if (size <= this.#max) return;
        tier.delete(eldest);
        size -= 1;
      }
    }
  }

  forget(key: string): void {
    for (const tier of this.#tiers) tier.delete(key);
  }
}
