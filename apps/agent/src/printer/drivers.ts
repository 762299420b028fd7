import type { Language } from '@yunbiao/contract/evidence';
import { escposDriver } from './escpos/driver.ts';
import type { LanguageDriver } from './language-driver.ts';
import { tsplDriver } from './tspl/driver.ts';
import { zplDriver } from './zpl/driver.ts';

/** The driver of each language of the contract; a language without one does not compile. */
export const DRIVERS: Readonly<Record<Language, LanguageDriver>> = {
  zpl: zplDriver,
  tspl: tsplDriver,
  escpos: escposDriver,
};
