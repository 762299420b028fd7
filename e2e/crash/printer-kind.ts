import type { PartialOptions as EscposOptions } from '../printers/escpos/options.ts';
import type { PartialOptions as TsplOptions } from '../printers/tspl/options.ts';
import type { PartialOptions as ZplOptions } from '../printers/zpl/options.ts';

/**
 * Faults of the print client, server, connection and printer. `upgrade`: the client is killed and
 * restarted at the same home as the other of two versions, newer or older; only on request.
 */
export type Fault = 'agent' | 'server' | 'cut' | 'power' | 'stop' | 'drop' | 'cancel' | 'upgrade';

/** Actions of people: printer settings on the machine, and the member's actions on the pages. */
export type Act = 'rename' | 'readdress' | 'remove' | 'recall' | 'again';

/** Weighted choices: a batch that is cancelled early meets no further fault. */
export const ACTS: readonly Act[] = [
  ...(['rename', 'rename', 'readdress', 'readdress', 'remove', 'recall'] as const),
  ...(['again', 'again', 'again'] as const),
];

/**
 * Lasting faults, in a group that continues without the printer: stopped, off, or its client killed
 * and not restarted.
 */
export type LastingFault = 'out' | 'off' | 'away';

export type PrinterKind = {
  words: string;
  /** The member's settings for it. */
  settings: { exclusive: boolean; closeAfter: boolean; wholeCounter: boolean };
  printer:
    | { language: 'zpl'; options: ZplOptions }
    | { language: 'tspl'; options: TsplOptions }
    | { language: 'escpos'; options: EscposOptions };
  faults: readonly Fault[];
  /** Labels a fault may leave uncertain; null: any number, for very unusual printers. */
  uncertain: number | null;
  /** Final state of a label on a healthy printer. */
  ends: 'printed' | 'sent' | 'either';
  /**
   * The printer is behind a queue: CUPS's own, CUPS as an IPP server, or Windows's (Wine in front
   * of CUPS). No label is lost in the queue: one that is `sent` comes out.
   */
  behind?: 'cups' | 'ipp' | 'windows';
};

/** Lasting faults possible for a printer, derived from its short faults. */
export const listLasting = ({ faults }: PrinterKind): LastingFault[] => [
  ...(faults.includes('stop') ? (['out'] as const) : []),
  ...(faults.includes('power') ? (['off'] as const) : []),
  ...(faults.includes('agent') ? (['away'] as const) : []),
];

export const EXCLUSIVE = { exclusive: true, closeAfter: false, wholeCounter: false };
export const SHARED = { ...EXCLUSIVE, exclusive: false };
export const ALL: readonly Fault[] = ['agent', 'server', 'cut', 'power', 'stop', 'drop'];

export const createZplPrinter = (options: ZplOptions): PrinterKind['printer'] => ({
  language: 'zpl',
  options,
});
export const createTsplPrinter = (options: TsplOptions): PrinterKind['printer'] => ({
  language: 'tspl',
  options,
});
export const createEscposPrinter = (options: EscposOptions): PrinterKind['printer'] => ({
  language: 'escpos',
  options: { stock: 'roll, cut', ...options },
});
