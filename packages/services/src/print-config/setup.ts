import type { Setup } from '@yunbiao/contract/gateway';
import type { PrintConfigTable, Selectable } from '@yunbiao/db';
import { stockTrouble, type Template } from '@yunbiao/label';
import { fromHundredths } from './present.ts';

type Config = Selectable<PrintConfigTable>;

/** What the agent draws and prints with, as it is now. */
export const setupOf = (config: Config): Setup => ({
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
  darkness: config.darkness,
  speed: config.speed,
  media: config.media as Setup['media'],
  finishing: config.finishing as Setup['finishing'],
  cutEach: config.cut_each,
  shiftMm: config.shift === null ? null : fromHundredths(config.shift),
});

/** Why a template would be printed beyond the label of the roll, in Chinese; '' when it fits. */
export const fitTrouble = (
  template: Pick<Template, 'widthMm' | 'heightMm'>,
  config: Config,
): string => stockTrouble(template, { ...setupOf(config), name: config.name });
