import { COMFORTABLE_MODULE_MM } from '../comfortable-module.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { thinned } from './crop.ts';
import { getImage, PIXELS, printed, seen } from './print-head.ts';
import type { Image } from './print-head.ts';
import type { ReadOptions } from './reading.ts';
import type { ScanCode } from './scan-codes.ts';

/** The texts a decoder finds in a picture. */
export type ReadImage = (image: Image, options: ReadOptions) => Promise<readonly string[]>;

/** Read in every trial; only as a good printer prints it; not even so; or not tried. */
export type ScanGrade = 'ample' | 'just' | 'none' | 'unread';

export type CodeGrade = {
  elementId: string;
  /** How messages name the code. */
  name: string;
  grade: ScanGrade;
  /** Why it is not `ample`, in Chinese; '' when it is. */
  reason: string;
};

/**
 * What a code has to survive, the easiest first. `spread`: how far the head's dots run, in thirds of a dot. `perMm`:
 * pixels a millimetre of who looks at it: a hand scanner held close, and a phone held away.
 */
const TRIALS = [
  { name: 'clean', spread: 0, perMm: 24 },
  { name: 'light', spread: 1, perMm: 24 },
  { name: 'heavy', spread: 2, perMm: 24 },
  { name: 'far', spread: 2, perMm: 12 },
] as const;
type TrialName = (typeof TRIALS)[number]['name'];

/** Larger ones, in dots, would take seconds. */
const MAX_DOTS = 1_500_000;

/** The worse first. */
const ORDER: readonly ScanGrade[] = ['unread', 'none', 'just', 'ample'];

/**
 * Reads a code as it is printed and seen, well and badly, and compares what is read with what it encodes. One that was made
 * narrower for its head is read as that makes it, and as it is drawn: how much this head adds is not known here. The worse
 * counts.
 */
export async function gradeCode(code: ScanCode, read: ReadImage): Promise<CodeGrade> {
  const asDrawn = await gradeDots(code, code.dots, read);
  if (code.spread === undefined || asDrawn.grade === 'none') return asDrawn;
  const asSpread = await gradeDots(code, code.spread, read);
  return ORDER.indexOf(asSpread.grade) < ORDER.indexOf(asDrawn.grade) ? asSpread : asDrawn;
}

async function gradeDots(code: ScanCode, all: Bitmap, read: ReadImage): Promise<CodeGrade> {
  const { elementId, name } = code;
  const dots = thinned(all, getThinning(code.moduleDots));
  if (dots.width * dots.height > MAX_DOTS)
    return { elementId, name, grade: 'unread', reason: '太大，没有读' };
  const passed = new Set<TrialName>();
  let told: string | undefined;
  for (const trial of TRIALS) {
    const texts = await read(getPicture(code, dots, trial), code.reading.options);
    if (texts.includes(code.reading.text)) passed.add(trial.name);
    else told ??= texts[0];
    // Who cannot read it now will not when it is printed worse.
    if (!passed.has('light') && trial.name !== 'clean') break;
  }
  const reason = getReason(code, passed, told);
  const isRead = passed.has('clean') && passed.has('light');
  const grade = isRead ? (reason === '' ? 'ample' : 'just') : 'none';
  return { elementId, name, grade, reason };
}

/** The largest share of dots that may be left out with at least four left a module, and modules equally wide. */
function getThinning(moduleDots: number): number {
  if (moduleDots >= 16) return Math.floor(moduleDots / 5);
  return [3, 2].find((share) => moduleDots % share === 0 && moduleDots / share >= 4) ?? 1;
}

/** Dots a dark module keeps at least: half of it, and two of a square, since a head leaves nothing of a square of one. */
const leastDark = ({ moduleDots, isSquare }: ScanCode): number =>
  Math.max(isSquare ? 2 : 1, moduleDots / 2);

type Trial = (typeof TRIALS)[number];

function getPicture(code: ScanCode, dots: Bitmap, { spread, perMm }: Trial): Image {
  const print = printed(dots, spread);
  const perDot = (perMm / code.dotsPerMm) * (code.dots.width / dots.width);
  return getImage(seen(print, Math.max(1, Math.round(PIXELS / perDot))));
}

function getReason(
  code: ScanCode,
  passed: ReadonlySet<TrialName>,
  told: string | undefined,
): string {
  const { isCovered, quiet, kind, moduleDots, takenDots, dotsPerMm } = code;
  if (isCovered) return '被别的内容盖住了一部分';
  if (quiet === 'touched') return '四周要空白的地方有别的内容';
  const mm = moduleDots / dotsPerMm;
  if (mm < COMFORTABLE_MODULE_MM)
    return `${kind === 'bars' ? '窄条' : '每格'}只有 ${mm.toFixed(2)} mm（${moduleDots} 点），请加大`;
  const dark = moduleDots - takenDots;
  if (takenDots > 0 && dark < leastDark(code))
    return `条码收窄太多：每格 ${moduleDots} 点，收窄后只印 ${dark} 点，请改小`;
  if (quiet === 'off-label') return '太靠近标签边缘，四周的空白不够';
  // Whatever else was read: the grade says that it is not.
  if (!passed.has('clean')) return told === undefined ? '解码器读不出' : '读出来的不是它的内容';
  if (passed.has('far')) return '';
  if (passed.has('heavy')) return '拿远了读不出，请加大';
  if (passed.has('light')) return '打得太浓就读不出，请加大';
  return told === undefined ? '打印头稍微晕开就读不出，请加大' : '读出来的不是它的内容';
}
