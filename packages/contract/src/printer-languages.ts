import type { PrinterLanguage } from '@yunbiao/label';
import { escpos } from '@yunbiao/label/language/escpos';
import { tspl } from '@yunbiao/label/language/tspl';
import { zpl } from '@yunbiao/label/language/zpl';
import type { CommandLanguage } from './evidence.ts';

/** Each language of label printers as labels are said in it; one without its encoder does not compile. */
export const PRINTER_LANGUAGES: Readonly<Record<CommandLanguage, PrinterLanguage>> = {
  zpl,
  tspl,
  escpos,
};
