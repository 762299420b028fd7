import type { Language } from '@yunbiao/contract/evidence';
import { parseDeviceId } from './identity-keys.ts';
import type { Sighting } from './finder.ts';

type Dpi = 203 | 300 | 600;
export type Guess = { language: Language | null; dpi: Dpi | null };

/**
 * Command languages as the printer reports them in its device id, its `pdl` or its job media types.
 */
const REPORTED_LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\bzpl|zebra-zpl/i, 'zpl'],
  [/\btspl|\btsc\b/i, 'tspl'],
  [/esc[/\-_. ]?pos|\bepos\b/i, 'escpos'],
];

/**
 * Model and driver names. Receipt printers come before label printers, because the same makers
 * build both.
 */
const NAME_PATTERNS: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:tm-?[tmulp]\d|pos-?(?:58|80)|(?:xp|gp|zj|rp)-?[a-z]?(?:58|80))/i, 'escpos'],
  [/receipt|小票|票据|escpos/i, 'escpos'],
  [/\bzpl|zebra|斑马|ztc |zdesigner|\bz[dtq]\d{3}|\bg[kcx]\d{3}[dt]/i, 'zpl'],
  [/\btspl|\btsc\b|\bttp-|\bt[ed]-?2\d\d\b|\btdp-|gprinter|佳博|\bgp-\d{4}|gainscha/i, 'tspl'],
  [/deli\b|得力|\bdl-\d|hprt|汉印|xprinter|芯烨|\bxp-[dt]?\d{3}|postek|博思得|godex/i, 'tspl'],
];

const DPI = [203, 300, 600] as const;

/**
 * Finds the supported resolution that a reported one means. Makers round 203.2 to 200 or 203, and
 * 304.8 to 300 or 304.
 */
const findNearestDpi = (dpi: number): Dpi | null =>
  DPI.find((candidate) => Math.abs(candidate - dpi) <= 6) ?? null;

const parseDpi = (text: string): Dpi | null => {
  const digits = /(\d{3})\s*-?\s*dpi/i.exec(text)?.[1];
  return digits === undefined ? null : findNearestDpi(Number(digits));
};

const findLanguageByRules = (
  texts: readonly string[],
  rules: readonly (readonly [RegExp, Language])[],
): Language | null => {
  for (const text of texts) {
    const rule = rules.find(([pattern]) => pattern.test(text));
    if (rule) return rule[1];
  }
  return null;
};

/** Guesses the language of one printer: its own report first, then its names. */
export const guessLanguageAndDpi = (sightings: readonly Sighting[]): Guess => {
  const commandTexts = sightings.flatMap(({ deviceId = '', formats = [] }) => [
    parseDeviceId(deviceId).commands,
    ...formats,
  ]);
  const names = sightings.flatMap(({ model, deviceId = '', name }) => [
    model,
    parseDeviceId(deviceId).model,
    name,
  ]);
  const reportedDpis = sightings
    .flatMap(({ dpi = [] }) => dpi.map(findNearestDpi))
    .filter((dpi) => dpi !== null);
  const dpi = names.map(parseDpi).find((parsedDpi) => parsedDpi !== null) ?? null;
  return {
    language:
      findLanguageByRules(commandTexts, REPORTED_LANGUAGES) ??
      findLanguageByRules(names, NAME_PATTERNS),
    // A printer with several resolutions is usually set to the lowest. The test label verifies it.
    dpi: dpi ?? reportedDpis.toSorted((a, b) => a - b)[0] ?? null,
  };
};
