import type { Far } from './far.ts';
import { DISTANCE_CODE, DISTANCE_CODES } from './symbols.ts';

/** What tokens take on average, in half bits: a byte as it is, and a match of the byte before or the row above. */
export const LITERAL_COST = 11;
export const NEAR_COST = 20;
/** A match far away, without the bits of its distance. */
const FAR_COST = 24;
const NEVER = 0x3fff_ffff;

/**
 * A match far away. What stands there is read on as bytes and near matches, since those take so few bits; at its end it is
 * known what they take, and it is written in their place where it takes less.
 */
type Chance = {
  from: number;
  until: number;
  distance: number;
  /** How many tokens there were, and what they took. */
  token: number;
  cost: number;
};

const chance = (): Chance => ({ from: 0, until: NEVER, distance: 0, token: 0, cost: 0 });

/** Two at a time: the second begins later, and may turn out better than the first. */
export class Chances {
  /** Where the first of them ends. */
  next = NEVER;
  readonly taken = chance();
  private older = chance();
  private newer = chance();

  get isFull(): boolean {
    return this.newer.until !== NEVER;
  }

  /** What is found at `at`; `token` and `cost`: as many tokens there are before it, and what they take. */
  add(at: number, { length, distance }: Far, token: number, cost: number): void {
    const isFirst = this.older.until === NEVER;
    // The same match, going on.
    if (!isFirst && this.older.distance === distance) return;
    const added = isFirst ? this.older : this.newer;
    added.from = at;
    added.until = at + length;
    added.distance = distance;
    added.token = token;
    added.cost = cost;
    if (added.until < this.next) this.next = added.until;
  }

  /**
   * Whether one ends at `at` or before it that takes less than the tokens since it began, with `cost` that of all tokens: it is
   * in `taken` then. What begins behind that one is lost, what began before it goes on.
   */
  settle(at: number, cost: number): boolean {
    const { older, newer } = this;
    const isOlderOver = older.until <= at;
    const isNewerOver = newer.until <= at;
    const isOlderTaken = isOlderOver && isWorth(older, at, cost);
    const isTaken = isOlderTaken || (isNewerOver && isWorth(newer, at, cost));
    if (isTaken) Object.assign(this.taken, isOlderTaken ? older : newer);
    if (isTaken || isNewerOver) newer.until = NEVER;
    if (isTaken ? isOlderTaken : isOlderOver) {
      older.until = NEVER;
      this.older = newer;
      this.newer = older;
    }
    this.next = Math.min(this.older.until, this.newer.until);
    return isTaken;
  }
}

/** With the bits of its distance. */
export const farCost = (distance: number): number =>
  FAR_COST + 2 * (DISTANCE_CODES.bits[DISTANCE_CODE[distance] ?? 0] ?? 0);

/** The last token may go on behind it: another will have to. */
const isWorth = ({ until, distance, cost }: Chance, at: number, now: number): boolean =>
  now - cost - (at > until ? NEAR_COST : 0) > farCost(distance);
