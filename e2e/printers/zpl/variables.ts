import type { CounterKnobs } from '../works/options.ts';
import type { Works } from '../works/works.ts';
import type { ZplPrinterOptions } from './options.ts';

const ODOMETERS = new Set(['odometer.total_label_count', 'odometer.total_print_length']);

const two = (value: number): string => String(value).padStart(2, '0');

const uptime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  return `${two(Math.floor(hours / 24))} days ${two(hours % 24)} hours ${two(Math.floor(seconds / 60) % 60)} mins ${two(seconds % 60)} secs`;
};

/** `! U1 getvar`: values without their quotes. */
export class Variables {
  readonly #works: Pick<Works<never, never>, 'counter' | 'mechanism' | 'uptimeMs'>;
  readonly #options: ZplPrinterOptions;

  constructor(
    works: Pick<Works<never, never>, 'counter' | 'mechanism' | 'uptimeMs'>,
    options: ZplPrinterOptions,
  ) {
    this.#works = works;
    this.#options = options;
  }

  order(name: string): CounterKnobs['order'] {
    return ODOMETERS.has(name) ? this.#options.counter.order : 'after drawing';
  }

  /** `?` for an unknown name; null for no answer. */
  get(name: string): string | null {
    const { counter, mechanism } = this.#works;
    if (name === 'odometer.total_label_count') return counter.labelCount();
    if (name === 'odometer.total_print_length') return counter.printLength();
    if (this.#options.variables === 'none') return null;
    if (this.#options.variables === 'question') return '?';
    if (name === 'device.uptime') return uptime(this.#works.uptimeMs);
    if (name === 'device.languages') return 'zpl';
    if (name === 'media.status') return mechanism.senses('media') ? 'out' : 'ok';
    if (name === 'head.latch') return mechanism.senses('head') ? 'open' : 'ok';
    return '?';
  }
}
