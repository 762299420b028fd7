import type { CallOutput } from '@yunbiao/contract';
import { getDotsPerMm } from '@yunbiao/label';
import {
  RECOMMENDED_MODULE_MM,
  toTextSizeDots,
  MIN_LINE_DOTS,
  computeMinimumCodeBox,
  type MinimumCodeBox,
  type MinimumCodeSize,
  LEGIBLE_MM,
  MIN_MODULE_MM,
} from '@yunbiao/label/minimum-size';
import { type CodeElement, type Dpi, isLinearCodeElement } from '@yunbiao/label/template';
import { getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';
import { CODES } from './codes/codes.ts';
import { getSampleCodeElement } from './code-label.ts';
import type { MinimumKind } from './help.ts';
import type { CodeName } from './names.ts';

type Sizes = Omit<CallOutput<'handbookEntry'>['sizes'][number], 'picture'>;
type SizeAt = Sizes['rows'][number];

/** Size levels: comfortable for scanners, smallest drawable, required by its trade. */
export const LEVELS = ['comfortable', 'least', 'trade'] as const;
export type Level = (typeof LEVELS)[number];

const DPIS = [203, 300, 600] as const satisfies readonly Dpi[];

const roundToThousandths = (mm: number): number => Math.round(mm * 1000) / 1000;
/** Rounds up, so that a box with the typed size is large enough at any position. */
const roundUpToTenths = (mm: number): number => Math.ceil(mm * 10 - 1e-9) / 10;

/** Undefined if the trade has no requirement. */
const getMinimumCodeSize = (name: CodeName, level: Level): MinimumCodeSize | undefined =>
  level === 'trade'
    ? CODES[name].trade
    : { moduleMm: level === 'least' ? MIN_MODULE_MM : RECOMMENDED_MODULE_MM };

/** @throws LabelError for a content the code cannot hold; a test covers all samples */
const computeMinimumBoxOfCode = (
  code: CodeElement,
  dpi: Dpi,
  codeSize: MinimumCodeSize,
): MinimumCodeBox => {
  const box = computeMinimumCodeBox(code, {
    ...codeSize,
    dpi,
    rareCodes: getRareSymbologyEncoders,
  });
  if (!box) throw new Error(`no encoder for ${code.type}`);
  return box;
};

/**
 * Grades how well modules of this size read, as the decoder on the print page does. Tests compare
 * both.
 */
const gradeModuleReadability = (dpi: Dpi, moduleDots: number): SizeAt['reads'] =>
  moduleDots / getDotsPerMm(dpi) < RECOMMENDED_MODULE_MM ? 'just' : 'ample';

type CodeSize = SizeAt & { widthMm: number; heightMm: number };

/** Size of the sample code at a resolution; undefined if the trade has no requirement. */
export const computeCodeSize = (name: CodeName, level: Level, dpi: Dpi): CodeSize | undefined => {
  const requirement = getMinimumCodeSize(name, level);
  if (!requirement) return undefined;
  const k = getDotsPerMm(dpi);
  const code = getSampleCodeElement(name);
  const { moduleDots, widthDots, heightDots } = computeMinimumBoxOfCode(code, dpi, requirement);
  return {
    dpi,
    dots: moduleDots,
    mm: roundToThousandths(moduleDots / k),
    widthMm: roundUpToTenths(widthDots / k),
    heightMm: roundUpToTenths(heightDots / k),
    reads: gradeModuleReadability(dpi, moduleDots),
  };
};

/** Sizes at all resolutions. */
export const listCodeSizesByDpi = (name: CodeName, level: Level): SizeAt[] =>
  DPIS.flatMap((dpi) => computeCodeSize(name, level, dpi) ?? []);

/** Texts of a level. */
const describeSizeLevel = (name: CodeName, level: Level, rows: readonly SizeAt[]) => {
  if (level === 'trade') return CODES[name].trade;
  if (level === 'comfortable')
    return { title: '稳妥', say: '再小，云标会提醒“太密”。手持扫描枪、手机都扫得顺。' };
  const ampleDpis = rows.filter(({ reads }) => reads === 'ample').map(({ dpi }) => dpi);
  const sameDpiText =
    ampleDpis.length > 0
      ? `${ampleDpis.join('、')} dpi 的和“稳妥”一样：一点一格扫不出，不打印；其余`
      : '';
  return {
    title: '极限',
    say: `再小就不打印了。${sameDpiText}要打印头新、扫描枪好才扫得出，先打印一张试。`,
  };
};

/** Texts and sizes of a level; undefined if the trade has no requirement. */
export const buildCodeSizes = (name: CodeName, level: Level): Sizes | undefined => {
  const rows = listCodeSizesByDpi(name, level);
  const words = describeSizeLevel(name, level, rows);
  const unitText = isLinearCodeElement(getSampleCodeElement(name)) ? '窄条' : '模块';
  return words && { title: words.title, say: words.say, what: unitText, rows };
};

/** `左 11、右 7 个模块`, with the size in mm. */
export const describeQuietZone = (name: CodeName): string => {
  const requirement = { moduleMm: RECOMMENDED_MODULE_MM };
  const { quiet, moduleDots } = computeMinimumBoxOfCode(
    getSampleCodeElement(name),
    203,
    requirement,
  );
  const { left, right, above, below } = quiet;
  const max = Math.max(left, right, above, below);
  if (max === 0) return '不要求';
  const toMm = (modules: number): number =>
    roundToThousandths((modules * moduleDots) / getDotsPerMm(203));
  if (above > 0) return `四周 ${max} 个模块，203 dpi 稳妥时 ${toMm(max)} mm`;
  if (left === right) return `左右各 ${left} 个模块，203 dpi 稳妥时 ${toMm(left)} mm`;
  return `左 ${left}、右 ${right} 个模块，203 dpi 稳妥时 ${toMm(left)}、${toMm(right)} mm`;
};

const MIN_DOTS: Record<MinimumKind, (dpi: Dpi) => number> = {
  line: () => MIN_LINE_DOTS,
  dot: () => 1,
  text: (dpi) => toTextSizeDots(LEGIBLE_MM, getDotsPerMm(dpi)),
};

const MINIMUM_SIZES: Record<MinimumKind, Omit<Sizes, 'rows'>> = {
  line: {
    title: '最细的线',
    say: '写得再细也打印一个点；按整点写，粗细才和写的一样。',
    what: '线宽',
  },
  dot: { title: '一个点', say: '比它细的地方，图里有也打印不出来。', what: '点' },
  text: {
    title: '最小的字',
    say: '缩小时到这里为止，汉字还认得清；再小要自己写明。',
    what: '字高',
  },
};

export const buildMinimumPrintSizes = (kind: MinimumKind): Sizes => ({
  ...MINIMUM_SIZES[kind],
  rows: DPIS.map((dpi) => {
    const dots = MIN_DOTS[kind](dpi);
    const mm = roundToThousandths(dots / getDotsPerMm(dpi));
    return { dpi, dots, mm, widthMm: null, heightMm: null, reads: null };
  }),
});
