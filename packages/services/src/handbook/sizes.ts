import type { CallOutput } from '@yunbiao/contract';
import { dotsPerMm } from '@yunbiao/label';
import {
  COMFORTABLE_MODULE_MM,
  dotsOfText,
  MIN_LINE_DOTS,
  leastBox,
  type LeastBox,
  type LeastCode,
  LEGIBLE_MM,
  SMALLEST_MODULE_MM,
} from '@yunbiao/label/least';
import { type CodeElement, type Dpi, isLinear } from '@yunbiao/label/template';
import { rareCodes } from '../software/label-fonts.ts';
import { CODES } from './codes/codes.ts';
import { getCode } from './code-label.ts';
import type { LeastKind } from './help.ts';
import type { CodeName } from './names.ts';

type Sizes = Omit<CallOutput<'handbookEntry'>['sizes'][number], 'picture'>;
type SizeAt = Sizes['rows'][number];

/** What is asked of a code: that scanners like it, that it is drawn at all, what its trade asks for. */
export const LEVELS = ['comfortable', 'least', 'trade'] as const;
export type Level = (typeof LEVELS)[number];

const DPIS = [203, 300, 600] as const satisfies readonly Dpi[];

const thousandths = (mm: number): number => Math.round(mm * 1000) / 1000;
/** Up, so that a box typed with this number is large enough wherever it lies. */
const tenthsUp = (mm: number): number => Math.ceil(mm * 10 - 1e-9) / 10;

/** Undefined where nobody asks. */
const getLeastCode = (name: CodeName, level: Level): LeastCode | undefined =>
  level === 'trade'
    ? CODES[name].trade
    : { moduleMm: level === 'least' ? SMALLEST_MODULE_MM : COMFORTABLE_MODULE_MM };

/** @throws LabelError for a content its code cannot hold, which a test would meet before any page */
const boxAt = (code: CodeElement, dpi: Dpi, asked: LeastCode): LeastBox => {
  const box = leastBox(code, { ...asked, dpi, rareCodes });
  if (!box) throw new Error(`no encoder for ${code.type}`);
  return box;
};

/** As the decoder of the print page grades it, which the tests ask. */
const gradeReading = (dpi: Dpi, moduleDots: number): SizeAt['reads'] =>
  moduleDots / dotsPerMm(dpi) < COMFORTABLE_MODULE_MM ? 'just' : 'ample';

type CodeSize = SizeAt & { widthMm: number; heightMm: number };

/** The sample's code at this resolution; undefined for a trade that asks for nothing. */
export const codeSize = (name: CodeName, level: Level, dpi: Dpi): CodeSize | undefined => {
  const asked = getLeastCode(name, level);
  if (!asked) return undefined;
  const k = dotsPerMm(dpi);
  const code = getCode(name);
  const { moduleDots, widthDots, heightDots } = boxAt(code, dpi, asked);
  return {
    dpi,
    dots: moduleDots,
    mm: thousandths(moduleDots / k),
    widthMm: tenthsUp(widthDots / k),
    heightMm: tenthsUp(heightDots / k),
    reads: gradeReading(dpi, moduleDots),
  };
};

/** At every resolution. */
export const sizesAt = (name: CodeName, level: Level): SizeAt[] =>
  DPIS.flatMap((dpi) => codeSize(name, level, dpi) ?? []);

/** What is said of a level, its resolutions known. */
const listWords = (name: CodeName, level: Level, rows: readonly SizeAt[]) => {
  if (level === 'trade') return CODES[name].trade;
  if (level === 'comfortable')
    return { title: '稳妥', say: '再小，云标会提醒“太密”。手持枪、手机都扫得顺。' };
  const same = rows.filter(({ reads }) => reads === 'ample').map(({ dpi }) => dpi);
  const known =
    same.length > 0 ? `${same.join('、')} dpi 的和“稳妥”一样：一点一格扫不出，不印；其余` : '';
  return { title: '极限', say: `再小就不印了。${known}要打印头新、枪好才扫得出，先打一张试。` };
};

/** What one is told of a level; undefined for a trade that asks for nothing. */
export const getLevel = (name: CodeName, level: Level): Sizes | undefined => {
  const rows = sizesAt(name, level);
  const words = listWords(name, level, rows);
  const what = isLinear(getCode(name)) ? '窄条' : '模块';
  return words && { title: words.title, say: words.say, what, rows };
};

/** `左 11、右 7 个模块`, and what that is on paper. */
export const quietText = (name: CodeName): string => {
  const asked = { moduleMm: COMFORTABLE_MODULE_MM };
  const { quiet, moduleDots } = boxAt(getCode(name), 203, asked);
  const { left, right, above, below } = quiet;
  const most = Math.max(left, right, above, below);
  if (most === 0) return '不要求';
  const mm = (modules: number): number => thousandths((modules * moduleDots) / dotsPerMm(203));
  if (above > 0) return `四周 ${most} 个模块，203 dpi 稳妥时 ${mm(most)} mm`;
  if (left === right) return `左右各 ${left} 个模块，203 dpi 稳妥时 ${mm(left)} mm`;
  return `左 ${left}、右 ${right} 个模块，203 dpi 稳妥时 ${mm(left)}、${mm(right)} mm`;
};

const MIN_DOTS: Record<LeastKind, (dpi: Dpi) => number> = {
  line: () => MIN_LINE_DOTS,
  dot: () => 1,
  text: (dpi) => dotsOfText(LEGIBLE_MM, dotsPerMm(dpi)),
};

const MINIMUM_SIZES: Record<LeastKind, Omit<Sizes, 'rows'>> = {
  line: {
    title: '最细的线',
    say: '写得再细也印一个点；按整点写，粗细才和写的一样。',
    what: '线宽',
  },
  dot: { title: '一个点', say: '比它细的地方，图里有也印不出来。', what: '点' },
  text: {
    title: '最小的字',
    say: '缩小时到这里为止，汉字还认得清；再小要自己写明。',
    what: '字高',
  },
};

export const elementSizes = (kind: LeastKind): Sizes => ({
  ...MINIMUM_SIZES[kind],
  rows: DPIS.map((dpi) => {
    const dots = MIN_DOTS[kind](dpi);
    const mm = thousandths(dots / dotsPerMm(dpi));
    return { dpi, dots, mm, widthMm: null, heightMm: null, reads: null };
  }),
});
