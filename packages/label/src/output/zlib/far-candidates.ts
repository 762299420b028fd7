import type { FarSearch } from './far-search.ts';
import { DISTANCE_CODE, DISTANCE_CODES } from './symbols.ts';

/**
 * Average cost of tokens in half bits: a literal, and a match at the previous byte or the row
 * above.
 */
export const LITERAL_COST = 11;
export const NEAR_MATCH_COST = 20;
/** Cost of a far match without the bits of its distance. */
const FAR_MATCH_COST = 24;
const NEVER = 0x3fff_ffff;

/**
 * A candidate for a far match. Parsing continues with literals and near matches, since these take
 * so few bits. At the end of the candidate their cost is known, and the candidate replaces them if
 * it is cheaper.
 */
type FarCandidate = {
  from: number;
  end: number;
  distance: number;
  /** Number of tokens before the match, and their cost. */
  token: number;
  cost: number;
};

const createFarMatchCandidate = (): FarCandidate => ({
  from: 0,
  end: NEVER,
  distance: 0,
  token: 0,
  cost: 0,
});

/** Holds up to two candidates: the second starts later and may be better than the first. */
export class FarCandidates {
  /** End of the candidate that ends first. */
  next = NEVER;
  readonly taken = createFarMatchCandidate();
  private older = createFarMatchCandidate();
  private newer = createFarMatchCandidate();

  get isFull(): boolean {
    return this.newer.end !== NEVER;
  }

  /**
   * Adds a match found at `at`; `token` and `cost` are the number of tokens before it and their
   * cost.
   */
  add(at: number, { length, distance }: FarSearch, token: number, cost: number): void {
    const isFirst = this.older.end === NEVER;
    // Continuation of the same match.
    if (!isFirst && this.older.distance === distance) return;
    const parent = isFirst ? this.older : this.newer;
    parent.from = at;
    parent.end = at + length;
    parent.distance = distance;
    parent.token = token;
    parent.cost = cost;
    if (parent.end < this.next) this.next = parent.end;
  }

  /**
   * Returns true if a candidate that ends at or before `at` is cheaper than the tokens since its
   * start; `cost` is that of all tokens. The candidate is then in `taken`. Candidates that start
   * after it are discarded; one that started before it stays.
   */
  resolveEnded(at: number, cost: number): boolean {
    const { older, newer } = this;
    const isOlderOver = older.end <= at;
    const isNewerOver = newer.end <= at;
    const isOlderTaken = isOlderOver && isFarMatchCheaper(older, at, cost);
    const isTaken = isOlderTaken || (isNewerOver && isFarMatchCheaper(newer, at, cost));
    if (isTaken) Object.assign(this.taken, isOlderTaken ? older : newer);
    if (isTaken || isNewerOver) newer.end = NEVER;
    if (isTaken ? isOlderTaken : isOlderOver) {
      older.end = NEVER;
      this.older = newer;
      this.newer = older;
    }
    this.next = Math.min(this.older.end, this.newer.end);
    return isTaken;
  }
}

/** Computes the cost of a far match, including the bits of its distance. */
export const computeFarMatchCost = (distance: number): number =>
  FAR_MATCH_COST + 2 * (DISTANCE_CODES.bits[DISTANCE_CODE[distance] ?? 0] ?? 0);

/**
 * Whether the far match is cheaper than the tokens it replaces. If the last of them extends beyond
 * the match, one more is needed.
 */
const isFarMatchCheaper = (
  { end: until, distance, cost }: FarCandidate,
  at: number,
  now: number,
): boolean => now - cost - (at > until ? NEAR_MATCH_COST : 0) > computeFarMatchCost(distance);
