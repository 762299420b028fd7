const MM_PER_INCH = 25.4;
/** Of the coarsest heads, 180 dpi: no printer feeds further. Across, of most of them: about as many characters fit. */
export const DOT_MM = { down: MM_PER_INCH / 180, across: 0.125 } as const;
/** Characters of one byte in the two fonts, dots across. */
const FONT_DOTS = { A: 12, B: 9 } as const;

/** What is set of a page, as far as it says how far paper goes, mm. */
type Lengths = {
  /** A motion unit along the feed and across it (`GS P`). */
  unitMm: number;
  unitXMm: number;
  /** From line to line, and what is added to each character (`ESC 3`, `ESC SP`). */
  spacingMm: number;
  spaceMm: number;
  /** Where lines begin and are broken (`GS L`, `GS W`). */
  leftMm: number;
  widthMm: number;
  characterMm: number;
  /** Times the size of a character; of Chinese ones at least `kanjiScale`. */
  scaleX: number;
  scaleY: number;
  kanjiScale: number;
  /** How high bar codes are, and how large the modules of a QR code, dots. */
  barDots: number;
  qrDots: number;
  /** How long what page mode prints is. */
  areaMm: number;
};

/** `isOpen`: in page mode, where paper does not move. */
export type Page = Lengths & { isOpen: boolean };

/** As `ESC @` leaves it. */
export const createPage = (): Page => ({
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

/** The number of two bytes that stands here. */
export const readWord = (data: Uint8Array, at: number): number =>
  (data[at] ?? 0) + (data[at + 1] ?? 0) * 256;

const readFont = (isB: boolean): number => (isB ? FONT_DOTS.B : FONT_DOTS.A) * DOT_MM.across;

type Setter = (n: number, page: Page, data: Uint8Array) => Partial<Page>;

/** By the command's name; `n` is its first byte. */
const SETTERS: Readonly<Record<string, Setter>> = {
  'ESC @': createPage,
  'ESC L': () => ({ isOpen: true }),
  'ESC S': () => ({ isOpen: false }),
  'ESC 2': () => ({ spacingMm: MM_PER_INCH / 6 }),
  'ESC 3': (n, { unitMm }) => ({ spacingMm: n * unitMm }),
  'ESC SP': (n, { unitXMm }) => ({ spaceMm: n * unitXMm }),
  'ESC M': (n) => ({ characterMm: readFont(n % 48 === 1) }),
  'ESC !': (n) => ({
    characterMm: readFont((n & 0x01) !== 0),
    scaleX: n & 0x20 ? 2 : 1,
    scaleY: n & 0x10 ? 2 : 1,
  }),
  'ESC W': (_n, { unitMm }, data) => ({
    areaMm: (readWord(data, 4) + readWord(data, 8)) * unitMm,
  }),
  'GS !': (n) => ({ scaleX: ((n >> 4) & 7) + 1, scaleY: (n & 7) + 1 }),
  'GS P': (x, _page, data) => {
    const y = data[3] ?? 0;
    return {
      unitXMm: x === 0 ? DOT_MM.across : MM_PER_INCH / x,
      unitMm: y === 0 ? DOT_MM.down : MM_PER_INCH / y,
    };
  },
  'GS L': (_n, { unitXMm }, data) => ({ leftMm: readWord(data, 2) * unitXMm }),
  'GS W': (_n, { unitXMm }, data) => ({ widthMm: readWord(data, 2) * unitXMm }),
  'GS h': (n) => ({ barDots: n }),
  'GS (k': (_n, _page, data) => (data[5] === 49 && data[6] === 67 ? { qrDots: data[7] ?? 0 } : {}),
  'FS !': (n) => ({ kanjiScale: n & 0x0c ? 2 : 1 }),
  'FS W': (n) => ({ kanjiScale: n & 1 ? 2 : 1 }),
};

/** Sets what a command sets; `data` begins with its name. */
export function setPage(page: Page, name: string, data: Uint8Array): void {
  Object.assign(page, SETTERS[name]?.(data[2] ?? 0, page, data));
}
