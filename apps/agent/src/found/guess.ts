import type { Language } from '@yunbiao/contract/evidence';
import { readDeviceId } from './identity.ts';
import type { Sighting } from './finder.ts';

type Dpi = 203 | 300 | 600;
export type Guess = { language: Language | null; dpi: Dpi | null };

/** What a printer says itself of the commands it takes, in its device id, its `pdl` or the types of its jobs. */
const SAID: readonly (readonly [RegExp, Language])[] = [
  [/\bzpl|zebra-zpl/i, 'zpl'],
  [/\btspl|\btsc\b/i, 'tspl'],
  [/esc[/\-_. ]?pos|\bepos\b/i, 'escpos'],
];

/** Names of models and drivers: those of receipts before those of labels, which the same makers make. */
const NAMES: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:tm-?[tmulp]\d|pos-?(?:58|80)|(?:xp|gp|zj|rp)-?[a-z]?(?:58|80))/i, 'escpos'],
  [/receipt|小票|票据|escpos/i, 'escpos'],
  [/\bzpl|zebra|斑马|ztc |zdesigner|\bz[dtq]\d{3}|\bg[kcx]\d{3}[dt]/i, 'zpl'],
  [/\btspl|\btsc\b|\bttp-|\bt[ed]-?2\d\d\b|\btdp-|gprinter|佳博|\bgp-\d{4}|gainscha/i, 'tspl'],
  [/deli\b|得力|\bdl-\d|hprt|汉印|xprinter|芯烨|\bxp-[dt]?\d{3}|postek|博思得|godex/i, 'tspl'],
];

const DPI = [203, 300, 600] as const;

/** Makers round 203.2 to 200 or 203, and 304.8 to 300 or 304. */
const nearest = (dpi: number): Dpi | null => DPI.find((one) => Math.abs(one - dpi) <= 6) ?? null;

const dpiIn = (text: string): Dpi | null => {
  const said = /(\d{3})\s*-?\s*dpi/i.exec(text)?.[1];
  return said === undefined ? null : nearest(Number(said));
};

const languageIn = (
  texts: readonly string[],
  rules: readonly (readonly [RegExp, Language])[],
): Language | null => {
  for (const text of texts) {
    const rule = rules.find(([pattern]) => pattern.test(text));
    if (rule) return rule[1];
  }
  return null;
};

/** What sightings of one printer say it speaks: its own word before what its name suggests. */
export const getGuess = (sightings: readonly Sighting[]): Guess => {
  const said = sightings.flatMap(({ deviceId = '', formats = [] }) => [
    readDeviceId(deviceId).commands,
    ...formats,
  ]);
  const names = sightings.flatMap(({ model, deviceId = '', name }) => [
    model,
    readDeviceId(deviceId).model,
    name,
  ]);
  const told = sightings.flatMap(({ dpi = [] }) => dpi.map(nearest)).filter((dpi) => dpi !== null);
  const dpi = names.map(dpiIn).find((one) => one !== null) ?? null;
  return {
    language: languageIn(said, SAID) ?? languageIn(names, NAMES),
    // One that can print at several is set up for the lowest as a rule; the test label tells.
    dpi: dpi ?? told.toSorted((a, b) => a - b)[0] ?? null,
  };
};
