import type { CallOutput } from '@yunbiao/contract';
import type { Dpi, Media } from '@yunbiao/label';

type Config = CallOutput<'printConfigList'>['list'][number];

/** How a printer configuration places the label: what the agent draws with, too. */
export const mediaOf = (config: Config): Media => ({
  dpi: config.dpi,
  offsetXMm: config.offsetXMm,
  offsetYMm: config.offsetYMm,
  rotation: config.rotation,
  pitchScale: config.pitchScale / 100,
  barReductionDots: config.barReduction,
});

/** Dots per mm, as the engine counts them, known before the engine has come. */
export const dotsPerMmOf = (dpi: Dpi): number => (dpi === 203 ? 8 : dpi / 25.4);

export const sizeText = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;
