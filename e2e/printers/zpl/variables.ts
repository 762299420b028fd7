import type { CounterKnobs } from '../works/options.ts';
import type { Works } from '../works/works.ts';
import type { ZplPrinterOptions } from './options.ts';

const ODOMETERS = new Set(['odometer.total_label_count', 'odometer.total_print_length']);

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

const formatUptime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  return `${padTwoDigits(Math.floor(hours / 24))} days ${padTwoDigits(hours % 24)} hours ${padTwoDigits(Math.floor(seconds / 60) % 60)} mins ${padTwoDigits(seconds % 60)} secs`;
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
    if (name === 'device.uptime') return formatUptime(this.#works.uptimeMs);
    if (name === 'device.languages') return 'zpl';
    if (name === 'media.status') return mechanism.senses('media') ? 'out' : 'ok';
    if (name === 'head.latch') return mechanism.senses('head') ? 'open' : 'ok';
    return '?';
  }
}
