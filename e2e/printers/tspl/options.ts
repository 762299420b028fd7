import { manualPrinter, type Partially, type PrinterOptions } from '../works/options.ts';
import type { DrawnLabel } from './draw.ts';
import type { LexerRules } from './lexer.ts';

export type TsplPrinterOptions = PrinterOptions<DrawnLabel> & {
  immediates: LexerRules['immediates'];
  /** Whether it supports the longer status, `ESC ! S`. */
  frames: 'answered' | 'ignored';
  /** `SET REPRINT` at power on. */
  reprint: boolean;
};

export type PartialOptions = Partially<TsplPrinterOptions>;

export const addDefaults = (options: PartialOptions): TsplPrinterOptions => ({
  ...manualPrinter,
  identify: null,
  immediates: 'everywhere',
  frames: 'answered',
  reprint: true,
  ...options,
  // The manual: a status query is answered at any time, also in an error. The only job state is
  // printing.
  status: {
    ...manualPrinter.status,
    onFault: 'flags',
    formats: 'hidden',
    drawing: 'invisible',
    ...options.status,
  },
  counter: { ...manualPrinter.counter, labels: 'none', length: 'none', ...options.counter },
});
