import type { Bitmap } from '../works/bitmap.ts';
import {
  describeMemory,
  type Drives,
  type Memory,
  STANDARD_DRIVES,
  forgetAtPowerOff,
} from './memory.ts';
import { type Reading, readStandard } from './reading.ts';

export type Mark = (bitmap: Bitmap) => void;

/** Settings that ^JUS saves over power off. */
export type Saveable = {
  /** ^LL in dots; null: the length of the loaded labels. */
  lengthDots: number | null;
  /** ^PW in dots; null: the print head's width. */
  widthDots: number | null;
  home: { x: number; y: number };
  /** ^PR in inches per second; null: the printer's default. */
  inchesPerSecond: number | null;
  slew: number | null;
  backfeed: number | null;
  /** ^LT: rows down; ^LS: dots to the left. */
  top: number;
  left: number;
  /** The last ^MN and ^MM, and the prepeel of ^MM. */
  media: string;
  mode: string;
  prepeel: boolean;
  /** ~SD, and ^MD added to it. */
  darkness: number;
  darker: number;
  /** ^LR */
  reversed: boolean;
  /** ^CF: name, height and width. */
  font: string;
  /** ^CI */
  characters: number;
  /** ^CM */
  drives: Drives;
  /** Other received settings: the parameters of each command, e.g. `~TA` → `020`. */
  said: Readonly<Record<string, string>>;
};

/** Settings that formats set for later ones, until power off. */
export type Settings = Saveable & {
  /** ^JZ */
  reprint: boolean;
  /** ^PO, ^PM */
  upsideDown: boolean;
  mirrored: boolean;
  /** ^JM */
  halved: boolean;
  /** ^MU: dots per unit. */
  unit: number;
  /** ^FW, ^BY, ^A@ */
  orientation: string;
  bar: string;
  namedFont: string;
  /** ^MC: the bitmap is kept for later labels, with these marks. */
  mapKept: boolean;
  background: readonly Mark[];
  /** Like `said`, but volatile; `device` is permanent. */
  saidForNow: Readonly<Record<string, string>>;
  device: Readonly<Record<string, string>>;
  objects: Memory;
  /** ^CC, ^CT, ^CD: shared with every lexer. */
  reading: Reading;
  /** ^JUS */
  saved: { settings: Saveable; reading: Reading } | null;
};

const createFactorySettings = (): Saveable => ({
  lengthDots: null,
  widthDots: null,
  home: { x: 0, y: 0 },
  inchesPerSecond: null,
  slew: null,
  backfeed: null,
  top: 0,
  left: 0,
  media: 'Y',
  mode: 'T',
  prepeel: false,
  darkness: 10,
  darker: 0,
  reversed: false,
  font: 'A,9,5',
  characters: 0,
  drives: STANDARD_DRIVES,
  said: {},
});

const createVolatileSettings = () => ({
  reprint: true,
  upsideDown: false,
  mirrored: false,
  halved: false,
  unit: 1,
  orientation: 'N',
  bar: '2,3.0,10',
  namedFont: '',
  mapKept: false,
  background: [],
  saidForNow: {},
});

export const createPowerUpSettings = (reading = readStandard()): Settings => ({
  ...createFactorySettings(),
  ...createVolatileSettings(),
  device: {},
  objects: new Map(),
  reading,
  saved: null,
});

const pickSavedSettings = (settings: Settings): Saveable => {
  const keys = Object.keys(createFactorySettings());
  const picked = Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)));
  return { ...createFactorySettings(), ...picked };
};

/** A copy that can be modified. */
export const copySettings = (settings: Settings): Settings => ({
  ...settings,
  reading: { ...settings.reading },
});

/** ^JU: S saves, R recalls, F and N restore the factory settings. */
export const updateConfiguration = (settings: Settings, what: string): void => {
  if (what === 'S')
    settings.saved = { settings: pickSavedSettings(settings), reading: { ...settings.reading } };
  else if (what === 'R') recallSettings(settings);
  else if ('FNA'.includes(what)) {
    Object.assign(settings, createFactorySettings());
    Object.assign(settings.reading, readStandard());
  }
};

const recallSettings = (settings: Settings): void => {
  Object.assign(settings, settings.saved?.settings ?? createFactorySettings());
  Object.assign(settings.reading, settings.saved?.reading ?? readStandard(), { until: null });
};

/** Power cycle: unsaved settings are lost, R: is empty. */
export const cyclePower = (settings: Settings): void => {
  Object.assign(settings, createVolatileSettings());
  settings.objects = forgetAtPowerOff(settings.objects);
  recallSettings(settings);
};

export const copyReading = ({ format, control, delimiter, until }: Reading) => ({
  format: String.fromCharCode(format),
  control: String.fromCharCode(control),
  delimiter: String.fromCharCode(delimiter),
  until,
});

/** All settings, for comparison. */
export const describeSettings = (settings: Settings): Record<string, unknown> => {
  const { objects, reading, saved, background, ...plain } = settings;
  return {
    ...plain,
    background: background.length,
    objects: describeMemory(objects),
    reading: copyReading(reading),
    saved: saved && { ...saved.settings, reading: copyReading(saved.reading) },
  };
};
