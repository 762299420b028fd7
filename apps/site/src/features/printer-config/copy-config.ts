import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_NAME_LENGTH,
  FINISHING_WORDS,
  MEDIA_WORDS,
  listRanges,
  shiftRange,
  takesVectors,
} from '@yunbiao/contract/limits/print-config';
import { shownText } from '@yunbiao/contract/shown-text';
import { nameCopy } from './config-name.ts';
import { getDraft, toInput, type Config, type Printer } from './draft.ts';

type Copied = {
  /** What is sent. */
  input: Record<string, unknown>;
  /** What does not go along, a sentence each. */
  dropped: string[];
};

const COPY = '（副本）';

const nameFor = (config: Config, printer: Printer, taken: readonly string[]): string => {
  const name = config.name.includes(config.printerName)
    ? config.name.replace(config.printerName, printer.name)
    : config.name + COPY;
  return nameCopy(shownText(name, CONFIG_NAME_LENGTH), taken);
};

const isHead = (dpi: number): dpi is Config['dpi'] => dpi === 203 || dpi === 300 || dpi === 600;

/** What the other language has no word for. */
const unsaid = (config: Config, printer: Printer): string[] => {
  const { name, ...facts } = LANGUAGE_FACTS[printer.language];
  const { media, finishing, shiftMm } = config;
  const head = isHead(printer.dpi) ? printer.dpi : 203;
  const most = shiftRange(printer.language, head).max;
  return [
    ...(facts.media.includes(media) ? [] : [`${name} 说不了${MEDIA_WORDS[media]}`]),
    ...(facts.finishing.includes(finishing)
      ? []
      : [
          `${name} 不能设成${FINISHING_WORDS[finishing]}，按${FINISHING_WORDS[facts.usual.finishing]}`,
        ]),
    ...(config.vector && !takesVectors(printer) ? ['矢量出图不带过去'] : []),
    ...(shiftMm === null || Math.abs(shiftMm) <= most ? [] : ['打印起点不带过去']),
    ...(config.language === printer.language ? [] : [`浓度和速度换成 ${name} 常用的，刻度不一样`]),
  ];
};

/**
 * A configuration for another printer. Offset and feed correction are those of the one that was measured, and stay with it;
 * what the other language cannot say is left out, and said. `taken`: names the member's configurations have.
 */
export const copyFor = (config: Config, printer: Printer, taken: readonly string[]): Copied => {
  const { offsetXMm, offsetYMm, pitchScale } = config;
  const isMeasured = offsetXMm !== 0 || offsetYMm !== 0 || pitchScale !== 100;
  const ranges = listRanges(printer.language);
  const { darkness, speed } =
    config.language === printer.language ? config : LANGUAGE_FACTS[printer.language].usual;
  const head = isHead(printer.dpi) ? printer.dpi : 203;
  const fits = Math.abs(config.shiftMm ?? 0) <= shiftRange(printer.language, head).max;
  const draft = {
    ...getDraft(config),
    name: nameFor(config, printer, taken),
    clientId: printer.clientId,
    printerId: printer.id,
    offsetXMm: '0',
    offsetYMm: '0',
    pitchScale: '100',
    darkness,
    speed,
    ...(fits ? {} : { shiftMm: '' }),
    isDefault: false,
  };
  const isWide = config.widthMm > ranges.widthMm.max;
  return {
    input: toInput(draft, printer),
    dropped: [
      ...(isMeasured ? ['校准不带过去，到新打印机上再量一次'] : []),
      ...unsaid(config, printer),
      ...(isWide
        ? [
            `标签宽 ${config.widthMm} mm，${LANGUAGE_FACTS[printer.language].name} 最宽 ${ranges.widthMm.max} mm，复制不过去`,
          ]
        : []),
    ],
  };
};
