import type { Evidence, Language } from '../evidence.ts';

/**
 * The most a printer of each language can prove about a label when the print client reaches it
 * without a queue in between; see the table in `docs/printing.md`. A single printer may prove less.
 */
export const LANGUAGE_EVIDENCES: Readonly<Record<Language, readonly Evidence[]>> = {
  zpl: ['consumed', 'printer-idle', 'counter-moved'],
  tspl: ['consumed', 'printer-idle'],
  escpos: ['consumed', 'printer-echo'],
  driver: ['consumed'],
  ipp: ['consumed', 'ipp-completed'],
};
