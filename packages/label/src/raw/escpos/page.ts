const MM_PER_INCH = 25.4;
/**
 * Dot sizes. Along the feed: that of the coarsest heads, 180 dpi, so no printer feeds further.
 * Across: that of most heads, which gives approximately the right number of characters per line.
 */
export const DOT_MM = { down: MM_PER_INCH / 180, across: 0.125 } as const;
/** Width of single-byte characters in the two fonts, dots. */
const FONT_DOTS = { A: 12, B: 9 } as const;

/** Settings that affect the paper length, mm. */
type Lengths = {
  /** Motion units along and across the feed (`GS P`). */
  unitMm: number;
  unitXMm: number;
  /** Line spacing and additional character spacing (`ESC 3`, `ESC SP`). */
  spacingMm: number;
  spaceMm: number;
  /** Left margin and print width (`GS L`, `GS W`). */
  leftMm: number;
  widthMm: number;
  characterMm: number;
  /** Character magnification; at least `kanjiScale` for Chinese characters. */
  scaleX: number;
  scaleY: number;
  kanjiScale: number;
  /** Bar code height and QR code module size, dots. */
  barDots: number;
  qrDots: number;
  /** Length of the page mode area. */
  areaMm: number;
};

/** `isOpen`: in page mode, in which the paper does not move. */
export type Page = Lengths & { isOpen: boolean };

/** Creates the settings that apply after `ESC @`. */
export const createPageDefaults = (): Page => ({
  unitMm: DOT_MM.down,
  unitXMm: DOT_MM.across,
  spacingMm: MM_PER_INCH / 6,
  spaceMm: 0,
  leftMm: 0,
  widthMm: Infinity,
  characterMm: FONT_DOTS.A * DOT_MM.across,
  scaleX: 1,
  scaleY: 1,
  kanjiScale: 1,
  barDots: 162,
  qrDots: 3,
  areaMm: 120,
  isOpen: false,
});

/** Reads a 16-bit number, low byte first. */
export const readUint16LittleEndian = (data: Uint8Array, at: number): number =>
  (data[at] ?? 0) + (data[at + 1] ?? 0) * 256;

const computeFontWidthMm = (isB: boolean): number =>
  (isB ? FONT_DOTS.B : FONT_DOTS.A) * DOT_MM.across;

type Setter = (n: number, page: Page, data: Uint8Array) => Partial<Page>;

/** Change of the page settings by a command, by its name; `n` is its first parameter byte. */
const SETTERS: Readonly<Record<string, Setter>> = {
  'ESC @': createPageDefaults,
  'ESC L': () => ({ isOpen: true }),
  'ESC S': () => ({ isOpen: false }),
  'ESC 2': () => ({ spacingMm: MM_PER_INCH / 6 }),
  'ESC 3': (n, { unitMm }) => ({ spacingMm: n * unitMm }),
  'ESC SP': (n, { unitXMm }) => ({ spaceMm: n * unitXMm }),
  'ESC M': (n) => ({ characterMm: computeFontWidthMm(n % 48 === 1) }),
  'ESC !': (n) => ({
    characterMm: computeFontWidthMm((n & 0x01) !== 0),
    scaleX: n & 0x20 ? 2 : 1,
    scaleY: n & 0x10 ? 2 : 1,
  }),
  'ESC W': (_n, { unitMm }, data) => ({
    areaMm: (readUint16LittleEndian(data, 4) + readUint16LittleEndian(data, 8)) * unitMm,
  }),
  'GS !': (n) => ({ scaleX: ((n >> 4) & 7) + 1, scaleY: (n & 7) + 1 }),
  'GS P': (x, _page, data) => {
    const y = data[3] ?? 0;
    return {
      unitXMm: x === 0 ? DOT_MM.across : MM_PER_INCH / x,
      unitMm: y === 0 ? DOT_MM.down : MM_PER_INCH / y,
    };
  },
  'GS L': (_n, { unitXMm }, data) => ({ leftMm: readUint16LittleEndian(data, 2) * unitXMm }),
  'GS W': (_n, { unitXMm }, data) => ({ widthMm: readUint16LittleEndian(data, 2) * unitXMm }),
  'GS h': (n) => ({ barDots: n }),
  'GS (k': (_n, _page, data) => (data[5] === 49 && data[6] === 67 ? { qrDots: data[7] ?? 0 } : {}),
  'FS !': (n) => ({ kanjiScale: n & 0x0c ? 2 : 1 }),
  'FS W': (n) => ({ kanjiScale: n & 1 ? 2 : 1 }),
};

/** Applies a command; `data` starts with its name. */
export function applyPageCommand(page: Page, name: string, data: Uint8Array): void {
  Object.assign(page, SETTERS[name]?.(data[2] ?? 0, page, data));
}
