import { readLetter, readNumber, readSigned } from './commands.ts';
import { discardObjects, keepObject, readName } from './memory.ts';
import { ZPL_MANUAL } from './manual.ts';
import { type Settings, updateConfiguration } from './settings.ts';

type Setter = (settings: Settings, parts: readonly string[]) => void;

/** A length in the units of ^MU; undefined when it is not valid. */
export const readLength = (
  settings: Settings,
  parts: readonly string[],
  index: number,
): number | undefined => {
  const part = (parts[index] ?? '').trim();
  const shape = settings.unit === 1 ? /^\d{1,8}$/ : /^\d{0,5}(\.\d{1,4})?$/;
  return part !== '' && shape.test(part) ? Math.round(Number(part) * settings.unit) : undefined;
};

/** Letters of older printers, or inches per second. */
const SPEEDS: Readonly<Record<string, number>> = { A: 2, B: 3, C: 4, D: 6, E: 8 };
const readSpeed = (parts: readonly string[], index: number): number | null =>
  SPEEDS[(parts[index] ?? '').trim().toUpperCase()] ?? (readNumber(parts, index, 0) || null);

const DOTS_PER_INCH = 203.2;
const UNITS: Readonly<Record<string, number>> = {
  D: 1,
  I: DOTS_PER_INCH,
  M: DOTS_PER_INCH / 25.4,
};

const isYes = (parts: readonly string[], now: boolean): boolean =>
  ({ Y: true, N: false })[readLetter(parts, 'YN') ?? ''] ?? now;

/** The given parts replace the previous ones. */
const mergeParts = (now: string, parts: readonly string[]): string =>
  now
    .split(',')
    .map((old, index) => parts[index]?.trim() || old)
    .join(',');

export const SETTERS: Readonly<Record<string, Setter>> = {
  LL: (to, parts) => (to.lengthDots = readLength(to, parts, 0) || to.lengthDots),
  PW: (to, parts) => (to.widthDots = readLength(to, parts, 0) || to.widthDots),
  LH: (to, parts) =>
    (to.home = { x: readLength(to, parts, 0) ?? 0, y: readLength(to, parts, 1) ?? 0 }),
  LT: (to, parts) => (to.top = readSigned(parts, 120) ?? to.top),
  LS: (to, parts) => (to.left = readSigned(parts, 9999) ?? to.left),
  LR: (to, parts) => (to.reversed = isYes(parts, to.reversed)),
  PM: (to, parts) => (to.mirrored = isYes(parts, to.mirrored)),
  PO: (to, parts) =>
    (to.upsideDown = { I: true, N: false }[readLetter(parts, 'IN') ?? ''] ?? to.upsideDown),
  JM: (to, parts) =>
    (to.halved = { B: true, A: false }[readLetter(parts, 'AB') ?? ''] ?? to.halved),
  MU: (to, parts) => (to.unit = UNITS[readLetter(parts, 'DIM') ?? 'D'] ?? to.unit),
  MN: (to, parts) => (to.media = readLetter(parts, 'NYWMAV') ?? to.media),
  MM: (to, parts) => {
    to.mode = readLetter(parts, 'TPRACDFLUK') ?? to.mode;
    to.prepeel = isYes(parts.slice(1), to.prepeel);
  },
  MD: (to, parts) => (to.darker = readSigned(parts, 30) ?? to.darker),
  MC: (to, parts) => {
    to.mapKept = !isYes(parts, !to.mapKept);
    if (!to.mapKept) to.background = [];
  },
  JZ: (to, parts) => (to.reprint = isYes(parts, to.reprint)),
  PR: (to, parts) => {
    to.inchesPerSecond = readSpeed(parts, 0);
    to.slew = readSpeed(parts, 1) ?? to.slew;
    to.backfeed = readSpeed(parts, 2) ?? to.backfeed;
  },
  FW: (to, parts) => (to.orientation = readLetter(parts, 'NRIB') ?? to.orientation),
  BY: (to, parts) => (to.bar = mergeParts(to.bar, parts)),
  CF: (to, parts) => (to.font = mergeParts(to.font, parts)),
  CI: (to, parts) => (to.characters = readNumber(parts, 0, to.characters)),
  CM: (to, parts) => {
    const [b = 'B', e = 'E', r = 'R', a = 'A'] = parts.map((part) => part.trim().toUpperCase());
    if (new Set([b, e, r, a]).size === 4) to.drives = { [b]: 'B', [e]: 'E', [r]: 'R', [a]: 'A' };
  },
  JU: (to, parts) => updateConfiguration(to, (parts[0] ?? '').trim().toUpperCase() || '?'),
  ID: (to, [name = '']) =>
    (to.objects = discardObjects(to.objects, readName(name, 'GRF', to.drives))),
  EG: (to) => (to.objects = discardObjects(to.objects, 'R:*.GRF')),
  EF: (to) => (to.objects = discardObjects(to.objects, 'R:*.ZPL')),
  JB: (to, parts) => {
    const letter = readLetter(parts, 'ABER') ?? 'B';
    to.objects = discardObjects(to.objects, `${to.drives[letter] ?? letter}:*`);
  },
  TO: (to, [from = '', copy = '']) => {
    const stored = to.objects.get(readName(from, 'GRF', to.drives));
    if (stored) to.objects = keepObject(to.objects, readName(copy, 'GRF', to.drives), stored);
  },
};

const LASTING = new Map(
  ZPL_MANUAL.filter(({ effects }) =>
    effects.some((effect) => effect === 'power' || effect === 'saved' || effect === 'device'),
  ).map(({ name, effects }) => [name, effects] as const),
);

/**
 * Stores a command that has an effect but none on the dots. Returns false for other commands.
 */
export const applyZplCommand = (settings: Settings, name: string, words: string): boolean => {
  const effects = LASTING.get(name);
  if (!effects) return false;
  if (effects.includes('device')) settings.device = { ...settings.device, [name]: words };
  else if (effects.includes('saved')) settings.said = { ...settings.said, [name]: words };
  else settings.saidForNow = { ...settings.saidForNow, [name]: words };
  return true;
};
