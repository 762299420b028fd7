import type { Chance } from './random.ts';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';
import type { StatusKnobs } from './options.ts';
import type { History, Snapshot } from './history.ts';

const MAX_HELD = 64;
const MAX_WAITING = 256;
const XON = '\x11';

/** A status in the printer's language: its parts, in order. */
export type Words = (state: Snapshot) => readonly string[];

/** Content, time and corruption of the printer's answers. */
export class Answers {
  readonly #knobs: StatusKnobs;
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #history: History;
  readonly #words: Words;
  readonly #held: { link: Link; words: Words }[] = [];
  readonly #orphans: string[] = [];
  #previous: string | null = null;

  constructor(parts: {
    knobs: StatusKnobs;
    clock: Clock;
    chance: Chance;
    history: History;
    words: Words;
  }) {
    this.#words = parts.words;
    this.#knobs = parts.knobs;
    this.#clock = parts.clock;
    this.#chance = parts.chance;
    this.#history = parts.history;
  }

  /** `words`: another answer than the default. */
  status(link: Link, now: Snapshot, faulty: boolean, words = this.#words): void {
    const { onFault, lagMs, staleMs } = this.#knobs;
    if (faulty && onFault === 'silent') return;
    if (faulty && onFault === 'held') {
      if (this.#held.length < MAX_HELD) this.#held.push({ link, words });
      return;
    }
    const age = staleMs > 0 ? this.#chance.between(0, staleMs) : 0;
    const text = this.#spoilt(words(this.#history.ago(age, now)));
    this.send(link, text, this.#chance.between(lagMs[0], lagMs[1]));
  }

  /** Answers the queries that arrived while no answer was possible. */
  release(now: Snapshot): void {
    for (const { link, words } of this.#held.splice(0)) this.status(link, now, false, words);
  }

  #spoilt(strings: readonly string[]): string {
    const { truncated, repeat, noise } = this.#knobs;
    const kept = this.#chance.happens(truncated) ? strings.slice(0, -1) : strings;
    const between = noise === 'none' ? '' : '\r\n';
    const lead = noise === 'alerts' ? `${XON}ALERT: CLEANING\r\n` : between;
    const fresh = lead + kept.join(between) + (noise === 'none' ? '' : XON);
    const old = this.#previous;
    this.#previous = fresh;
    if (old === null || !this.#chance.happens(repeat.chance)) return fresh;
    if (repeat.how === 'instead') return old;
    return repeat.how === 'before' ? old + fresh : fresh + old;
  }

  /**
   * Sends in order after `lagMs`, in as many segments as configured, unless the answer is lost or
   * late.
   */
  send(link: Link, text: string, lagMs = 0): void {
    const { lost, late } = this.#knobs;
    if (lost > 0 && this.#chance.happens(lost)) return;
    const isLate = late.chance > 0 && this.#chance.happens(late.chance);
    const lateMs = isLate ? this.#chance.between(late.ms[0], late.ms[1]) : 0;
    if (isLate && late.behind === 'overtakes')
      this.#clock.after(lagMs + lateMs, () => this.#deliver(link, text));
    else this.#inOrder(link, text, lagMs + lateMs);
  }

  #inOrder(link: Link, text: string, lagMs: number): void {
    const { segments, segmentGapMs } = this.#knobs;
    const now = this.#clock.now();
    const size = Math.ceil(text.length / Math.max(segments, 1));
    let at = Math.max(now + lagMs, link.answersAt);
    for (let from = 0; from < text.length; from += size) {
      const part = text.slice(from, from + size);
      if (at > now || link.outbox.length > 0) this.#later(link, part, at - now);
      else this.#deliver(link, part);
      link.answersAt = at;
      at += segmentGapMs;
    }
  }

  /** Each timer sends the first item of the queue, so that answers keep their order. */
  #later(link: Link, part: string, ms: number): void {
    if (link.outbox.length >= MAX_WAITING) return;
    link.outbox.push(part);
    this.#clock.after(ms, () => this.#deliver(link, link.outbox.shift() ?? ''));
  }

  #deliver(link: Link, part: string): void {
    if (link.write(part) || this.#knobs.orphanAnswers === 'lost') return;
    if (this.#orphans.length < MAX_HELD) this.#orphans.push(part);
  }

  /**
   * A print server with one back channel delivers to the new connection what the previous one did
   * not read.
   */
  joined(link: Link): void {
    for (const part of this.#orphans.splice(0)) link.write(part);
  }

  powerOff(): void {
    this.#held.length = 0;
    this.#orphans.length = 0;
    this.#previous = null;
  }
}
