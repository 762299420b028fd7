import type { Bitmap } from '../works/bitmap.ts';
import type { Variables } from './basic.ts';
import { describeFiles, type Files, forgetAtPowerOff } from './files.ts';

export type Mark = (bitmap: Bitmap) => void;

/** Settings that lines set for later ones, until power off. */
export type Settings = {
  /** `SIZE`; null: the loaded labels and the full head width. */
  sizeDots: { width: number; length: number } | null;
  reference: { x: number; y: number };
  direction: { turned: boolean; mirrored: boolean };
  /** `SET REPRINT` */
  reprint: boolean;
  inchesPerSecond: number | null;
  /** The image buffer, until `CLS`: dots, and undrawn texts and codes. */
  marks: readonly Mark[];
  texts: readonly string[];
  /** The last arguments of each settings-only command, e.g. GAP → `2 mm,0 mm`. */
  said: Readonly<Record<string, string>>;
  /** The same for device settings, which persist. */
  device: Readonly<Record<string, string>>;
  variables: Variables;
  files: Files;
};

export const createPowerUpSettings = (): Settings => ({
  sizeDots: null,
  reference: { x: 0, y: 0 },
  direction: { turned: false, mirrored: false },
  reprint: true,
  inchesPerSecond: null,
  marks: [],
  texts: [],
  said: {},
  device: {},
  variables: {},
  files: new Map(),
});

/** The settings after a power cycle, before AUTO.BAS runs. */
export const cyclePower = ({ device, files }: Settings): Settings => ({
  ...createPowerUpSettings(),
  device,
  files: forgetAtPowerOff(files),
});

/** All settings, for comparison. */
export const describeSettings = (settings: Settings): Record<string, unknown> => {
  const { marks, files, ...plain } = settings;
  return { ...plain, marks: marks.length, files: describeFiles(files) };
};
