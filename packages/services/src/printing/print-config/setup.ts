import type { Language } from '@yunbiao/contract/evidence';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import type { PrintConfigTable, PrinterTable, Selectable } from '@yunbiao/db';
import { describeStockFault, type Template } from '@yunbiao/label';
import { fromHundredths } from './present.ts';

type Config = Selectable<PrintConfigTable>;

/** Setup for the agent to draw and print with, from the current configuration. */
export const buildPrintSetup = (config: Config): Setup => ({
  language: config.language as Setup['language'],
  dpi: config.dpi as Setup['dpi'],
  widthMm: fromHundredths(config.width),
  heightMm: fromHundredths(config.height),
  columns: config.columns,
  columnGapMm: fromHundredths(config.column_gap),
  gapMm: fromHundredths(config.gap),
  offsetXMm: fromHundredths(config.offset_x),
  offsetYMm: fromHundredths(config.offset_y),
  pitchScale: fromHundredths(config.pitch_scale),
  rotation: config.rotation as Setup['rotation'],
  barReduction: config.bar_reduction,
  vector: config.vector === 1,
  darkness: config.darkness,
  speed: config.speed,
  media: config.media as Setup['media'],
  finishing: config.finishing as Setup['finishing'],
  cutEach: config.cut_each,
  shiftMm: config.shift === null ? null : fromHundredths(config.shift),
});

/** Reason in Chinese why the template exceeds the label of the roll; empty when it fits. */
export const describeTemplateTooLarge = (
  template: Pick<Template, 'widthMm' | 'heightMm'>,
  config: Config,
): string => describeStockFault(template, { ...buildPrintSetup(config), name: config.name });

const getLanguageName = (language: string): string => LANGUAGE_FACTS[language as Language].name;

/** Reason in Chinese why the printer does not support the configuration; empty when it does. */
export const describePrinterFault = (
  config: Config,
  printer: Pick<Selectable<PrinterTable>, 'name' | 'language' | 'dpi'>,
): string => {
  if (printer.language !== config.language)
    return `打印机“${printer.name}”现在用的是 ${getLanguageName(printer.language)}，配置“${config.name}”是 ${getLanguageName(config.language)}，打印不出来；先改配置`;
  if (printer.dpi !== config.dpi)
    return `打印机“${printer.name}”现在是 ${printer.dpi} dpi，配置“${config.name}”是 ${config.dpi} dpi，打印出来大小会不对；先改配置`;
  return '';
};
