import { GifError } from '../gif-error.ts';
import type { Picture } from '../picture.ts';
import type { Palette } from '../palette/palette.ts';
import type { SurveyOptions } from '../palette/survey.ts';

export interface Dither {
  /**
   * `diffusion`: Floyd–Steinberg in serpentine order. `ordered`: a fixed pattern, stable from frame
   * to frame.
   */
  readonly kind: 'none' | 'diffusion' | 'ordered';
  /** 0 to 1. */
  readonly strength: number;
}

/** User settings, shared by `Encoder` and `encodeSourceAsGif`. */
export interface EncodeSettings {
  /** `fast`: quick palettes. `best`: refined palettes. */
  readonly effort: 'fast' | 'best';
  /** Colours per frame: 2 to 256, at most 255 of them visible. */
  readonly colors: number;
  readonly dither: Dither;
  /** 0 (lossless) to 100: how far pixels may deviate to save bytes. */
  readonly lossiness: number;
  /** Total number of plays; 1 is once. */
  readonly plays: 'forever' | number;
  /**
   * Pixels with less alpha than this (1 to 255) become transparent, all others opaque; 0: no
   * transparency.
   */
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
  /** One palette for all frames. Omitted: each frame gets its own. */
  readonly palette?: Palette;
  /** Receives each frame as it will be displayed. The picture is valid only during the call. */
  readonly onShown?: (picture: Picture) => void;
}

const MAX_SIDE = 65_535;
const MAX_PLAYS = 65_536;

/** Checks the options. @throws {GifError} `badOption` with the name of the invalid option. */
export function validateEncoderOptions(options: EncoderOptions): EncodeSettings {
  const settings = { ...DEFAULT_SETTINGS, ...options };
  const { plays, dither } = settings;
  const sound: Record<string, boolean> = {
    width: isIntegerInRange(options.width, 1, MAX_SIDE),
    height: isIntegerInRange(options.height, 1, MAX_SIDE),
    colors: isIntegerInRange(settings.colors, 2, 256),
    lossiness: settings.lossiness >= 0 && settings.lossiness <= 100,
    dither: dither.strength >= 0 && dither.strength <= 1,
    plays: plays === 'forever' || isIntegerInRange(plays, 1, MAX_PLAYS),
    alphaThreshold: isIntegerInRange(settings.alphaThreshold, 0, 255),
    palette: options.palette === undefined || isIntegerInRange(options.palette.size, 1, 256),
  };
  for (const [option, right] of Object.entries(sound)) {
    if (!right) throw new GifError('badOption', { option });
  }
  return settings;
}

const isIntegerInRange = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Survey options for a shared palette. One index is reserved for unchanged pixels. */
export const buildColorSurveyOptions = (settings: EncodeSettings): SurveyOptions => {
  const { effort, colors, alphaThreshold, lossiness } = settings;
  const sparing = effort === 'fast' && lossiness > 0;
  return { effort, colors: Math.min(255, colors), alphaThreshold, mayHalveColors: sparing };
};
