/** Settings that commands set for later ones, until ESC @ or power off. */
export type Settings = {
  /** GS L, in dots. */
  leftDots: number;
  /** GS W, in dots; null: the remaining width of the head. */
  widthDots: number | null;
  /** ESC 2, ESC 3, in dots. */
  lineDots: number;
  /** GS P: dots per motion unit. */
  unit: { x: number; y: number };
  /** ESC a: alignment of content narrower than the print area. */
  align: 0 | 0.5 | 1;
  /** ESC M, ESC ! */
  font: 'A' | 'B';
  /** GS !, ESC ! */
  size: { x: number; y: number };
  /** ESC SP, in dots. */
  spaceDots: number;
  /** ESC L: further content goes to a page, which is not simulated. */
  pageMode: boolean;
};

export type SettingsRules = { dotsPerMm: number; lineDots: number; unitY: 'dot' | 'half a dot' };

export const createPowerUpSettings = ({ lineDots, unitY }: SettingsRules): Settings => ({
  leftDots: 0,
  widthDots: null,
  lineDots,
  unit: { x: 1, y: unitY === 'dot' ? 1 : 0.5 },
  align: 0,
  font: 'A',
  size: { x: 1, y: 1 },
  spaceDots: 0,
  pageMode: false,
});

const MM_PER_INCH = 25.4;
const ALIGNS: Readonly<Record<number, Settings['align']>> = {
  0: 0,
  1: 0.5,
  2: 1,
  48: 0,
  49: 0.5,
  50: 1,
};
const readWord = (args: readonly number[]): number => (args[0] ?? 0) + (args[1] ?? 0) * 256;

type Setter = (args: readonly number[], now: Settings, rules: SettingsRules) => Partial<Settings>;

/** GS P: 1/n inch; 0 is the default unit. */
const getUnit = (n: number, otherwise: number, { dotsPerMm }: SettingsRules): number =>
  n === 0 ? otherwise : (MM_PER_INCH * dotsPerMm) / n;

/** Commands that take effect at the line start only. */
const AT_LINE_START: Readonly<Record<string, Setter>> = {
  'GS L': (args, { unit }) => ({ leftDots: Math.round(readWord(args) * unit.x) }),
  'GS W': (args, { unit }) => ({ widthDots: Math.round(readWord(args) * unit.x) }),
  'ESC a': ([n = 0], { align }) => ({ align: ALIGNS[n] ?? align }),
  'ESC L': () => ({ pageMode: true }),
};

const ANYWHERE: Readonly<Record<string, Setter>> = {
  'ESC 2': (_args, _now, { lineDots }) => ({ lineDots }),
  'ESC 3': ([n = 0], { unit }) => ({ lineDots: Math.round(n * unit.y) }),
  'GS P': ([x = 0, y = 0], _now, rules) => {
    const { unit } = createPowerUpSettings(rules);
    return { unit: { x: getUnit(x, unit.x, rules), y: getUnit(y, unit.y, rules) } };
  },
  'ESC M': ([n = 0]) => ({ font: n % 48 === 1 ? 'B' : 'A' }),
  'ESC !': ([n = 0]) => ({
    font: n & 0x01 ? 'B' : 'A',
    size: { x: n & 0x20 ? 2 : 1, y: n & 0x10 ? 2 : 1 },
  }),
  'GS !': ([n = 0]) => ({ size: { x: ((n >> 4) & 7) + 1, y: (n & 7) + 1 } }),
  'ESC SP': ([n = 0], { unit }) => ({ spaceDots: Math.round(n * unit.x) }),
  'ESC S': () => ({ pageMode: false }),
  'ESC @': (_args, _now, rules) => createPowerUpSettings(rules),
};

/** The settings after this command; null: it sets none, or not at this position. */
export const applyCommand = (
  name: string,
  args: readonly number[],
  now: Settings,
  at: { rules: SettingsRules; lineStart: boolean },
): Settings | null => {
  const setter = ANYWHERE[name] ?? (at.lineStart ? AT_LINE_START[name] : undefined);
  return setter ? { ...now, ...setter(args, now, at.rules) } : null;
};
