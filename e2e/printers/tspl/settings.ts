import type { Bitmap } from '../works/bitmap.ts';
import type { Variables } from './basic.ts';
import { describeFiles, type Files, forgetAtPowerOff } from './files.ts';

export type Mark = (bitmap: Bitmap) => void;

/** What lines set and later lines inherit, until the power goes. */
export type Settings = {
  /** `SIZE`; null: the loaded labels, the whole head. */
  sizeDots: { width: number; length: number } | null;
  reference: { x: number; y: number };
  direction: { turned: boolean; mirrored: boolean };
  /** `SET REPRINT` */
  reprint: boolean;
  inchesPerSecond: number | null;
  /** The image buffer, until `CLS`: dots, and the texts and codes that are not drawn. */
  marks: readonly Mark[];
  texts: readonly string[];
  /** The last words of each command that only sets something, e.g. GAP → `2 mm,0 mm`. */
  said: Readonly<Record<string, string>>;
  /** The same of the device, which nothing ends. */
  device: Readonly<Record<string, string>>;
  variables: Variables;
  files: Files;
};

export const settingsAtPowerUp = (): Settings => ({
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

/** The settings after power off and on; AUTO.BAS is not run yet. */
export const cyclePower = ({ device, files }: Settings): Settings => ({
  ...settingsAtPowerUp(),
  device,
  files: forgetAtPowerOff(files),
});

/** All of it, for comparison. */
export const describeSettings = (settings: Settings): Record<string, unknown> => {
  const { marks, files, ...plain } = settings;
  return { ...plain, marks: marks.length, files: describeFiles(files) };
};
