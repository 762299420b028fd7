import type { Clock } from './clock.ts';
import type { CounterKnobs } from './options.ts';

const MM_PER_INCH = 25.4;

type Count = { labels: number; mm: number };

/** The printer's label counter. */
export class Counter {
  readonly #knobs: CounterKnobs;
  readonly #clock: Clock;
  #shown: Count;
  #saved: Count;
  /** Counted but not persisted yet. */
  #pending: { count: Count; cancel: () => void }[] = [];
  /** The last labels, for a counter that lags. */
  #recent: Count[] = [];

  constructor(knobs: CounterKnobs, clock: Clock) {
    this.#knobs = knobs;
    this.#clock = clock;
    this.#shown = { labels: knobs.start, mm: knobs.start * 30 };
    this.#saved = { ...this.#shown };
  }

  get labels(): number {
    return this.#shown.labels;
  }

  add(count: Count): void {
    if (this.#knobs.lateMs <= 0) {
      this.#write(count);
      return;
    }
    const late = {
      count,
      cancel: this.#clock.after(this.#knobs.lateMs, () => {
        this.#pending = this.#pending.filter((item) => item !== late);
        this.#write(count);
      }),
    };
    this.#pending.push(late);
  }

  powerCut(): void {
    const { persistence } = this.#knobs;
    for (const { count, cancel } of this.#pending) {
      cancel();
      if (persistence === 'kept') this.#write(count);
    }
    this.#pending = [];
    this.#recent = [];
    if (persistence === 'behind') this.#shown = { ...this.#saved };
    if (persistence === 'reset') this.#shown = { labels: 0, mm: 0 };
    this.#saved = { ...this.#shown };
  }

  /** `"1234"`, in SGD syntax; null when the printer does not answer. */
  labelCount(): string | null {
    if (this.#knobs.labels === 'none') return null;
    return this.#knobs.labels === 'question' ? '?' : String(this.#shown.labels);
  }

  printLength(): string | null {
    if (this.#knobs.length === 'none') return null;
    if (this.#knobs.length === 'question') return '?';
    const { mm } = this.#shown;
    return `${Math.floor(mm / MM_PER_INCH)} INCHES, ${Math.floor(mm / 10)} CENTIMETERS`;
  }

  #write(count: Count): void {
    this.#shown = { labels: this.#shown.labels + count.labels, mm: this.#shown.mm + count.mm };
    this.#recent.push(count);
    while (this.#recent.length > this.#knobs.behind) {
      const old = this.#recent.shift() ?? { labels: 0, mm: 0 };
      this.#saved = { labels: this.#saved.labels + old.labels, mm: this.#saved.mm + old.mm };
    }
  }
}
