import { FrameMaker } from './frame-maker.ts';
import type { Maker } from './frame-maker.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import { SharedMaker } from './shared-maker.ts';

/** Chooses the frame maker for these settings. */
export function createFrameMakerForSettings(
  options: EncoderOptions,
  settings: EncodeSettings,
): Maker {
  const { palette } = options;
  const { dither, effort } = settings;
  const isPlain = dither.kind === 'none' || dither.strength === 0;
  return palette !== undefined && isPlain && effort === 'fast'
    ? new SharedMaker(options, settings, palette)
    : new FrameMaker(options, settings);
}
