import type { PrinterLanguage } from '@yunbiao/label';
import { escpos } from '@yunbiao/label/language/escpos';
import { tspl } from '@yunbiao/label/language/tspl';
import { zpl } from '@yunbiao/label/language/zpl';
import type { CommandLanguage } from '../evidence.ts';

/** Encoder of each command language; does not compile when one is missing. */
export const PRINTER_LANGUAGES: Readonly<Record<CommandLanguage, PrinterLanguage>> = {
  zpl,
  tspl,
  escpos,
};
