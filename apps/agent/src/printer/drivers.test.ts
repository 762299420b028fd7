import type { CommandLanguage, Language } from '@yunbiao/contract/evidence';
import { COMMAND_LANGUAGES, LANGUAGES } from '@yunbiao/contract/evidence';
import { PLACE_KINDS, PLACE_LANGUAGES } from '@yunbiao/contract/gateway/printer-places';
import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import { expect, it } from 'vitest';
import type { Place } from '../places.ts';
import { getDriver } from './drivers.ts';
import type { PrinterDriver } from './printer-driver.ts';

const PLACES: Readonly<Record<PlaceKind, Place>> = {
  tcp: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
  ipp: { kind: 'ipp', uri: 'ipp://127.0.0.1/ipp/print' },
  'cups-queue': { kind: 'cups-queue', name: 'label' },
  'windows-queue': { kind: 'windows-queue', name: 'label' },
  device: { kind: 'device', path: '/dev/usb/lp0' },
  folder: { kind: 'folder', path: '/srv/labels' },
};

it('has a driver for every language at every place where it is spoken', () => {
  for (const kind of PLACE_KINDS) {
    expect(PLACE_LANGUAGES[kind].length, kind).toBeGreaterThan(0);
    for (const language of PLACE_LANGUAGES[kind])
      expect(getDriver({ language, at: PLACES[kind] }), `${language} at ${kind}`).toBeDefined();
  }
});

/** No language has a hyphen in its name. */
const UNKNOWN = 'no-language';

it('does not compile for a language nobody has written', () => {
  // @ts-expect-error -- there is no driver of this language
  getDriver({ language: UNKNOWN, at: PLACES.folder });
  // @ts-expect-error -- there is no such language
  const spoken: Language = UNKNOWN;
  const { zpl, ...others } = Object.fromEntries(
    COMMAND_LANGUAGES.map((language) => [language, getDriver({ language, at: PLACES.tcp })]),
  );
  // @ts-expect-error -- the drivers of the other languages are missing
  const some: Readonly<Record<CommandLanguage, PrinterDriver | undefined>> = { zpl };
  expect(LANGUAGES).not.toContain(spoken);
  expect(Object.keys({ ...some, ...others })).toEqual([...COMMAND_LANGUAGES]);
});
