import type { LanguageFacts } from '@yunbiao/label';
import { DRIVER_FACTS } from '@yunbiao/label/language/driver-facts';
import { ESCPOS_FACTS } from '@yunbiao/label/language/escpos-facts';
import { IPP_FACTS } from '@yunbiao/label/language/ipp-facts';
import { TSPL_FACTS } from '@yunbiao/label/language/tspl-facts';
import { ZPL_FACTS } from '@yunbiao/label/language/zpl-facts';
import type { Language } from './evidence.ts';

/** Names and capabilities of each language, without the encoders; used by pages and limits. */
export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  zpl: ZPL_FACTS,
  tspl: TSPL_FACTS,
  escpos: ESCPOS_FACTS,
  driver: DRIVER_FACTS,
  ipp: IPP_FACTS,
};
