import { DRIVER_FACTS } from './driver-facts.ts';
import type { LanguageFacts } from './language.ts';

/** What is known of printers that draw pages themselves: no more can be told them than their drivers. */
export const IPP_FACTS = { ...DRIVER_FACTS, name: 'IPP' } as const satisfies LanguageFacts;
