import { GifError } from '../gif-error.ts';
import type { Picture } from '../picture.ts';
import type { Palette } from '../palette/palette.ts';
import type { SurveyOptions } from '../palette/survey.ts';

export interface Dither {
  /** `diffusion`: Floyd–Steinberg, rows to and fro. `ordered`: a fixed pattern, which stands still from frame to frame. */
  readonly kind: 'none' | 'diffusion' | 'ordered';
  /** 0 to 1. */
  readonly strength: number;
}

/** What people set; `Encoder` and `encodeSource` share it. */
export interface EncodeSettings {
  /** `fast`: quick palettes. `best`: palettes worked out further. */
  readonly effort: 'fast' | 'best';
  /** Colours of a frame: 2 to 256, of which at most 255 are seen. */
  readonly colors: number;
  readonly dither: Dither;
  /** 0 (none) to 100: how far a pixel may be off for the sake of fewer bytes. */
  readonly lossiness: number;
  /** How often it is played in all: 1 is once. */
  readonly plays: 'forever' | number;
  /** Pixels with less alpha than this, 1 to 255, are transparent; 0: none is. The others are opaque. */
  readonly alphaThreshold: number;
}

export const DEFAULT_SETTINGS: EncodeSettings = {
  effort: 'fast',
  colors: 256,
  dither: { kind: 'none', strength: 1 },
  lossiness: 0,
  plays: 'forever',
  alphaThreshold: 128,
};

export interface EncoderOptions extends Partial<EncodeSettings> {
  readonly width: number;
  readonly height: number;
  /** One palette for all frames; without it each frame gets its own. */
  readonly palette?: Palette;
  /** Is shown each frame as it will be seen: a picture that is valid during the call. */
  readonly onShown?: (shown: Picture) => void;
}

const MAX_SIDE = 65_535;
const MAX_PLAYS = 65_536;

/** @throws {GifError} `badOption` naming what is out of range. */
export function checkOptions(options: EncoderOptions): EncodeSettings {
  const settings = { ...DEFAULT_SETTINGS, ...options };
  const { plays, dither } = settings;
  const sound: Record<string, boolean> = {
    width: isWhole(options.width, 1, MAX_SIDE),
    height: isWhole(options.height, 1, MAX_SIDE),
    colors: isWhole(settings.colors, 2, 256),
    lossiness: settings.lossiness >= 0 && settings.lossiness <= 100,
    dither: dither.strength >= 0 && dither.strength <= 1,
    plays: plays === 'forever' || isWhole(plays, 1, MAX_PLAYS),
    alphaThreshold: isWhole(settings.alphaThreshold, 0, 255),
    palette: options.palette === undefined || isWhole(options.palette.size, 1, 256),
  };
  for (const [option, right] of Object.entries(sound)) {
    if (!right) throw new GifError('badOption', { option });
  }
  return settings;
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** How the colours all frames share are found: one index is for what does not change. */
export const listSurveyOptions = (settings: EncodeSettings): SurveyOptions => {
  const { effort, colors, alphaThreshold, lossiness } = settings;
  const sparing = effort === 'fast' && lossiness > 0;
  return { effort, colors: Math.min(255, colors), alphaThreshold, sparing };
};
