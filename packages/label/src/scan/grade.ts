import { RECOMMENDED_MODULE_MM } from '../recommended-module.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { downsampleDots } from './crop.ts';
import {
  toRgbaImageWithMargin,
  PIXELS_PER_DOT,
  simulateThermalPrint,
  simulateCamera,
} from './print-head.ts';
import type { Image } from './print-head.ts';
import type { ReadOptions } from './reading.ts';
import type { ScanCode } from './scan-codes.ts';

/** Returns the texts a decoder finds in a picture. */
export type ReadImage = (image: Image, options: ReadOptions) => Promise<readonly string[]>;

/**
 * `ample`: read in every trial; `just`: read only from a good print; `none`: not even then;
 * `unread`: not tried.
 */
export type ScanGrade = 'ample' | 'just' | 'none' | 'unread';

export type CodeGrade = {
  elementId: string;
  /** Name of the code in messages. */
  name: string;
  grade: ScanGrade;
  /** Chinese reason if the grade is not `ample`, else ''. */
  reason: string;
};

/**
 * Trials for a code, easiest first. `spread` is the dot gain of the head in thirds of a dot;
 * `perMm` is the reader's resolution in pixels per mm: a hand scanner up close, and a phone at a
 * distance.
 */
const TRIALS = [
  { name: 'clean', spread: 0, perMm: 24 },
  { name: 'light', spread: 1, perMm: 24 },
  { name: 'heavy', spread: 2, perMm: 24 },
  { name: 'far', spread: 2, perMm: 12 },
] as const;
type TrialName = (typeof TRIALS)[number]['name'];

/** Maximum dots of a code; larger ones would take seconds. */
const MAX_DOTS = 1_500_000;

/** Grades, the worst first. */
const ORDER: readonly ScanGrade[] = ['unread', 'none', 'just', 'ample'];

/**
 * Simulates printing and reading a code under good and bad conditions, and compares the result with
 * its content. A code with reduced modules is read both with the dot gain of its head and without,
 * since the actual gain is unknown; the worse grade counts.
 */
export async function gradeCodeReadability(code: ScanCode, read: ReadImage): Promise<CodeGrade> {
  const asDrawn = await gradeCodeInBitmap(code, code.dots, read);
  if (code.spread === undefined || asDrawn.grade === 'none') return asDrawn;
  const asSpread = await gradeCodeInBitmap(code, code.spread, read);
  return ORDER.indexOf(asSpread.grade) < ORDER.indexOf(asDrawn.grade) ? asSpread : asDrawn;
}

async function gradeCodeInBitmap(
  code: ScanCode,
  bitmap: Bitmap,
  read: ReadImage,
): Promise<CodeGrade> {
  const { elementId, name } = code;
  const dots = downsampleDots(bitmap, chooseDownsampleFactor(code.moduleDots));
  if (dots.width * dots.height > MAX_DOTS)
    return { elementId, name, grade: 'unread', reason: '太大，没有读' };
  const passedTrials = new Set<TrialName>();
  let misreadText: string | undefined;
  for (const trial of TRIALS) {
    const texts = await read(renderTrialPicture(code, dots, trial), code.reading.options);
    if (texts.includes(code.reading.text)) passedTrials.add(trial.name);
    else misreadText ??= texts[0];
    // If this trial fails, harder ones fail too.
    if (!passedTrials.has('light') && trial.name !== 'clean') break;
  }
  const reason = describeGradeReason(code, passedTrials, misreadText);
  const isRead = passedTrials.has('clean') && passedTrials.has('light');
  const grade = isRead ? (reason === '' ? 'ample' : 'just') : 'none';
  return { elementId, name, grade, reason };
}

/** Largest thinning factor that keeps at least four dots per module and modules of equal width. */
function chooseDownsampleFactor(moduleDots: number): number {
  if (moduleDots >= 16) return Math.floor(moduleDots / 5);
  return [3, 2].find((share) => moduleDots % share === 0 && moduleDots / share >= 4) ?? 1;
}

/**
 * Minimum dark dots of a module: half of it, and two for a matrix module, since the head prints
 * nothing of a one-dot square.
 */
const computeMinimumDarkDots = ({ moduleDots, isSquare }: ScanCode): number =>
  Math.max(isSquare ? 2 : 1, moduleDots / 2);

type Trial = (typeof TRIALS)[number];

function renderTrialPicture(code: ScanCode, dots: Bitmap, { spread, perMm }: Trial): Image {
  const print = simulateThermalPrint(dots, spread);
  const perDot = (perMm / code.dotsPerMm) * (code.dots.width / dots.width);
  return toRgbaImageWithMargin(
    simulateCamera(print, Math.max(1, Math.round(PIXELS_PER_DOT / perDot))),
  );
}

function describeGradeReason(
  code: ScanCode,
  passedTrials: ReadonlySet<TrialName>,
  misreadText: string | undefined,
): string {
  const { isCovered, quiet, kind, moduleDots, reductionDots, dotsPerMm } = code;
  if (isCovered) return '被别的内容盖住了一部分';
  if (quiet === 'touched') return '四周要空白的地方有别的内容';
  const mm = moduleDots / dotsPerMm;
  if (mm < RECOMMENDED_MODULE_MM)
    return `${kind === 'bars' ? '窄条' : '每格'}只有 ${mm.toFixed(2)} mm（${moduleDots} 点），请加大`;
  const dark = moduleDots - reductionDots;
  if (reductionDots > 0 && dark < computeMinimumDarkDots(code))
    return `条码收窄太多：每格 ${moduleDots} 点，收窄后只打印 ${dark} 点，请改小`;
  if (quiet === 'off-label') return '太靠近标签边缘，四周的空白不够';
  // A code that is not readable even from a clean print: `none`, regardless of the other trials.
  if (!passedTrials.has('clean'))
    return misreadText === undefined ? '解码器读不出' : '读出来的不是它的内容';
  if (passedTrials.has('far')) return '';
  if (passedTrials.has('heavy')) return '拿远了读不出，请加大';
  if (passedTrials.has('light')) return '打印得太浓就读不出，请加大';
  return misreadText === undefined ? '打印头稍微晕开就读不出，请加大' : '读出来的不是它的内容';
}
