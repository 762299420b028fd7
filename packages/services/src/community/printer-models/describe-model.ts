import type { PrinterUse } from '@yunbiao/contract/calls/community/printer-models';
import {
  COMMAND_LANGUAGES,
  type CommandLanguage,
  type Evidence,
  isCommandLanguage,
  type Language,
} from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { LANGUAGE_EVIDENCES } from '@yunbiao/contract/printing/language-evidence';
import type { Dpi } from '@yunbiao/label/template';
import type { PrinterFacts } from './printer-facts.ts';

/** How a model can be used, derived from what its source says and what the product can do. */
export type ModelUse = {
  use: PrinterUse;
  language: Language | null;
  evidence: Evidence[];
  advice: string[];
};

/** Names of the languages the print client writes. */
const OWN_LANGUAGES = COMMAND_LANGUAGES.map((language) => LANGUAGE_FACTS[language].name).join('、');

type OwnLanguage = { language: CommandLanguage; mode: string | undefined };

/** The first language of the source that is one of ours. */
const findOwnLanguage = ({ languages }: PrinterFacts): OwnLanguage | undefined => {
  for (const { name, mode } of languages) {
    const language = COMMAND_LANGUAGES.find((candidate) => LANGUAGE_FACTS[candidate].name === name);
    if (language) return { language, mode };
  }
  return undefined;
};

/**
 * Whether a label in this language can have come out of the model. A queue or an IPP server can
 * stand in front of any model, and a model whose source names no language may know each.
 */
export const canModelPrintLanguage = ({ languages }: PrinterFacts, language: Language): boolean =>
  !isCommandLanguage(language) ||
  languages.length === 0 ||
  languages.some(({ name }) => name === LANGUAGE_FACTS[language].name);

/** Resolutions that labels are drawn for. */
const OWN_DPI: readonly number[] = [203, 300, 600] satisfies Dpi[];

const describeDpiAdvice = ({ dpi }: PrinterFacts): string[] => {
  const [first] = dpi;
  if (first === undefined) return [];
  if (dpi.length > 1) return [`分辨率有 ${dpi.join('、')} dpi，先打印测试标签，量出是哪一种再选。`];
  return OWN_DPI.includes(first)
    ? [`分辨率选 ${first} dpi。`]
    : [`它是 ${first} dpi，按 203 dpi 打印尺寸会偏大，先打印一张量一量。`];
};

const describeConnectionAdvice = ({ connections }: PrinterFacts): string[] => [
  ...(connections.includes('USB') ? ['接 USB：授权客户端里列出它以后，点“使用”。'] : []),
  ...(connections.some((name) => name === '网线' || name === 'Wi-Fi')
    ? ['接网络：在授权客户端点“输入网络地址”。']
    : []),
];

const describeLanguageAdvice = ({ language, mode }: OwnLanguage, facts: PrinterFacts): string[] => {
  const { name, ...limits } = LANGUAGE_FACTS[language];
  const paper =
    limits.maxWidthMm === undefined
      ? []
      : [`当连续纸打印，最宽 ${Math.min(limits.maxWidthMm, facts.widthMm ?? Infinity)} mm。`];
  const choice = mode
    ? `先把打印机的语言切到 ${mode}，配置里的语言选 ${name}。`
    : `配置里的语言选 ${name}。`;
  return [choice, ...paper];
};

const LANGUAGE_UNKNOWN = '来源没写它会什么语言。先问卖家会不会 ZPL 或 TSPL，会就能用。';
const QUEUE_ADVICE = [
  '装进 Linux 的打印队列（CUPS），配置里的语言选系统驱动。',
  'Windows 的驱动队列还不能用。',
];

/** Derives how a model can be used, what it can prove, and how it is set up. */
export const describeModelUse = (facts: PrinterFacts): ModelUse => {
  const ownLanguage = findOwnLanguage(facts);
  if (ownLanguage)
    return {
      use: 'language',
      language: ownLanguage.language,
      evidence: [...LANGUAGE_EVIDENCES[ownLanguage.language]],
      advice: [
        ...describeLanguageAdvice(ownLanguage, facts),
        ...describeDpiAdvice(facts),
        ...describeConnectionAdvice(facts),
      ],
    };
  if (facts.hasCupsDriver)
    return {
      use: 'queue',
      language: 'driver',
      evidence: [...LANGUAGE_EVIDENCES.driver],
      advice: [...QUEUE_ADVICE],
    };
  const unusable = { language: null, evidence: [] };
  if (facts.languages.length === 0)
    return { ...unusable, use: 'unknown', advice: [LANGUAGE_UNKNOWN] };
  const names = facts.languages.map(({ name }) => name).join('、');
  return {
    ...unusable,
    use: 'no',
    advice: [`还不能直接用：来源只写了 ${names}，云标会的是 ${OWN_LANGUAGES}。`],
  };
};
