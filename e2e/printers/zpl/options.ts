import type { DrawnLabel } from './drawn-label.ts';
import { manualPrinter, type Partially, type PrinterOptions } from '../works/options.ts';

export type ZplPrinterOptions = PrinterOptions<DrawnLabel> & {
  /** Effect of ^XA inside a format. */
  strayXa: 'restarts' | 'merges';
  crc: 'checked' | 'ignored';
  /** `device.uptime` and the few other variables. */
  variables: 'answered' | 'question' | 'none';
};

export type PartialOptions = Partially<ZplPrinterOptions>;

export const addDefaults = (options: PartialOptions): ZplPrinterOptions => ({
  ...manualPrinter,
  identify: null,
  strayXa: 'restarts',
  crc: 'checked',
  variables: 'answered',
  ...options,
  status: { ...manualPrinter.status, ...options.status },
  counter: { ...manualPrinter.counter, ...options.counter },
});
