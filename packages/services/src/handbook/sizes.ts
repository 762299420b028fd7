import type { CallOutput } from '@yunbiao/contract';
import { dotsPerMm } from '@yunbiao/label';
import {
  COMFORTABLE_MODULE_MM,
  dotsOfText,
  LEAST_LINE_DOTS,
  leastBox,
  type LeastBox,
  type LeastCode,
  LEGIBLE_MM,
  SMALLEST_MODULE_MM,
} from '@yunbiao/label/least';
import { isLinear } from '@yunbiao/label';
import type { CodeElement, Dpi } from '@yunbiao/label/template';
import { rareCodes } from '../software/draw-template.ts';
import type { CodeHelp, LeastKind } from './help.ts';

type Sizes = CallOutput<'handbookEntry'>['sizes'][number];
type SizeAt = Sizes['rows'][number];

const DPIS = [203, 300, 600] as const satisfies readonly Dpi[];

const thousandths = (mm: number): number => Math.round(mm * 1000) / 1000;
/** Up, so that a box typed with this number is large enough wherever it lies. */
const tenthsUp = (mm: number): number => Math.ceil(mm * 10 - 1e-9) / 10;

/** @throws LabelError for a content its code cannot hold, which a test would meet before any page */
const boxAt = (code: CodeElement, dpi: Dpi, least: LeastCode): LeastBox => {
  const box = leastBox(code, { ...least, dpi, rareCodes });
  if (!box) throw new Error(`no encoder for ${code.type}`);
  return box;
};

const codeAt =
  (code: CodeElement, least: LeastCode) =>
  (dpi: Dpi): SizeAt => {
    const k = dotsPerMm(dpi);
    const { moduleDots, widthDots, heightDots } = boxAt(code, dpi, least);
    return {
      dpi,
      dots: moduleDots,
      mm: thousandths(moduleDots / k),
      widthMm: tenthsUp(widthDots / k),
      heightMm: tenthsUp(heightDots / k),
    };
  };

/** The smallest that scanners like: what a list shows. */
export const comfortableSizes = (code: CodeElement): SizeAt[] =>
  DPIS.map(codeAt(code, { moduleMm: COMFORTABLE_MODULE_MM }));

/** How small a code may be: so that scanners like it, at all, and as its trade asks for. */
export const codeSizes = (code: CodeElement, { trade }: Pick<CodeHelp, 'trade'>): Sizes[] => {
  const what = isLinear(code) ? '窄条' : '模块';
  const rows = (least: LeastCode): SizeAt[] => DPIS.map(codeAt(code, least));
  return [
    {
      title: '稳妥',
      say: '再小，云标会提醒“太密”。手持枪、手机都扫得顺。',
      what,
      rows: comfortableSizes(code),
    },
    {
      title: '极限',
      say: '再小就不印了。打印头新、枪好才扫得出，先打一张试。',
      what,
      rows: rows({ moduleMm: SMALLEST_MODULE_MM }),
    },
    ...(trade ? [{ title: trade.title, say: trade.say, what, rows: rows(trade) }] : []),
  ];
};

/** `左 11、右 7 个模块`, and what that is on paper. */
export const quietText = (code: CodeElement): string => {
  const { quiet, moduleDots } = boxAt(code, 203, { moduleMm: COMFORTABLE_MODULE_MM });
  const { left, right, above, below } = quiet;
  const most = Math.max(left, right, above, below);
  if (most === 0) return '不要求';
  const mm = (modules: number): number => thousandths((modules * moduleDots) / dotsPerMm(203));
  if (above > 0) return `四周 ${most} 个模块，203 dpi 稳妥时 ${mm(most)} mm`;
  if (left === right) return `左右各 ${left} 个模块，203 dpi 稳妥时 ${mm(left)} mm`;
  return `左 ${left}、右 ${right} 个模块，203 dpi 稳妥时 ${mm(left)}、${mm(right)} mm`;
};

const LEAST: Record<LeastKind, (dpi: Dpi) => number> = {
  line: () => LEAST_LINE_DOTS,
  dot: () => 1,
  text: (dpi) => dotsOfText(LEGIBLE_MM, dotsPerMm(dpi)),
};

const WORDS: Record<LeastKind, Omit<Sizes, 'rows'>> = {
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

export const elementSizes = (kind: LeastKind): Sizes[] => [
  {
    ...WORDS[kind],
    rows: DPIS.map((dpi) => {
      const dots = LEAST[kind](dpi);
      return { dpi, dots, mm: thousandths(dots / dotsPerMm(dpi)), widthMm: null, heightMm: null };
    }),
  },
];
