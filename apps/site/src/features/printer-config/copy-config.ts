import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_NAME_LENGTH,
  FINISHING_LABELS,
  MEDIA_LABELS,
  listSettingRanges,
  getPrintShiftRange,
  supportsVectors,
} from '@yunbiao/contract/limits/print-config';
import { cleanDisplayText } from '@yunbiao/contract/core/display-text';
import { buildUniqueCopyName } from './config-name.ts';
import { createDraftFromConfig, toConfigInput, type Config, type Printer } from './draft.ts';

type ConfigCopy = {
  /** Input for the server. */
  input: Record<string, unknown>;
  /** Settings that are not copied, one sentence each. */
  dropped: string[];
};

const COPY = '（副本）';

const buildConfigCopyName = (
  config: Config,
  printer: Printer,
  takenNames: readonly string[],
): string => {
  const name = config.name.includes(config.printerName)
    ? config.name.replace(config.printerName, printer.name)
    : config.name + COPY;
  return buildUniqueCopyName(cleanDisplayText(name, CONFIG_NAME_LENGTH), takenNames);
};

const isSupportedDpi = (dpi: number): dpi is Config['dpi'] =>
  dpi === 203 || dpi === 300 || dpi === 600;

/** Lists settings that the other language does not support. */
const listUnsupported = (config: Config, printer: Printer): string[] => {
  const { name, ...facts } = LANGUAGE_FACTS[printer.language];
  const { media, finishing, shiftMm } = config;
  const head = isSupportedDpi(printer.dpi) ? printer.dpi : 203;
  const max = getPrintShiftRange(printer.language, head).max;
  return [
    ...(facts.media.includes(media) ? [] : [`${name} 说不了${MEDIA_LABELS[media]}`]),
    ...(facts.finishing.includes(finishing)
      ? []
      : [
          `${name} 不能设成${FINISHING_LABELS[finishing]}，按${FINISHING_LABELS[facts.defaults.finishing]}`,
        ]),
    ...(config.vector && !supportsVectors(printer) ? ['矢量出图不带过去'] : []),
    ...(shiftMm === null || Math.abs(shiftMm) <= max ? [] : ['打印起点不带过去']),
    ...(config.language === printer.language ? [] : [`浓度和速度换成 ${name} 常用的，刻度不一样`]),
  ];
};

/**
 * Copies a configuration to another printer. Offset and feed correction are not copied, because
 * they were measured on one printer. Unsupported settings are dropped and listed. `takenNames`:
 * names of the member's configurations.
 */
export const copyConfig = (
  config: Config,
  printer: Printer,
  takenNames: readonly string[],
): ConfigCopy => {
  const { offsetXMm, offsetYMm, pitchScale } = config;
  const isMeasured = offsetXMm !== 0 || offsetYMm !== 0 || pitchScale !== 100;
  const ranges = listSettingRanges(printer.language);
  const { darkness, speed } =
    config.language === printer.language ? config : LANGUAGE_FACTS[printer.language].defaults;
  const head = isSupportedDpi(printer.dpi) ? printer.dpi : 203;
  const fits = Math.abs(config.shiftMm ?? 0) <= getPrintShiftRange(printer.language, head).max;
  const draft = {
    ...createDraftFromConfig(config),
    name: buildConfigCopyName(config, printer, takenNames),
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
    input: toConfigInput(draft, printer),
    dropped: [
      ...(isMeasured ? ['校准不带过去，到新打印机上再量一次'] : []),
      ...listUnsupported(config, printer),
      ...(isWide
        ? [
            `标签宽 ${config.widthMm} mm，${LANGUAGE_FACTS[printer.language].name} 最宽 ${ranges.widthMm.max} mm，复制不过去`,
          ]
        : []),
    ],
  };
};
