import type { LanguageFacts } from '@yunbiao/label';
import { ZPL_FACTS } from '@yunbiao/label/language/zpl-facts';
import type { Language } from './evidence.ts';

/** What each language is called and what can be set in it, without the encoders: pages and limits read it. */
export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = { zpl: ZPL_FACTS };
