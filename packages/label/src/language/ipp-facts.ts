import { DRIVER_FACTS } from './driver-facts.ts';
import type { LanguageFacts } from './language.ts';

/** Facts for printers that rasterize pages themselves; they accept the same settings as drivers. */
export const IPP_FACTS = { ...DRIVER_FACTS, name: 'IPP' } as const satisfies LanguageFacts;
