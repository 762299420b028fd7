import { COMMAND_LANGUAGES } from '@yunbiao/contract/evidence';
import { LANGUAGE_EVIDENCES } from '@yunbiao/contract/printing/language-evidence';
import { expect, it } from 'vitest';
import type { PrinterSettings } from '../settings.ts';
import { getDriver } from './drivers.ts';
import type { KnownTraits } from './printer-driver.ts';

it.each(COMMAND_LANGUAGES)('proves with %s at most what the contract says', (language) => {
  const driver = getDriver({ language, at: { kind: 'tcp', host: '127.0.0.1', port: 9100 } });
  const settings = { closeAfter: false } as PrinterSettings;
  const evidences = LANGUAGE_EVIDENCES[language];
  const counts = evidences.includes('counter-moved');
  const known = { answersEarly: false, counts, echoes: true } as KnownTraits;
  expect(driver.getEvidence(settings, known)).toEqual(evidences);
});
