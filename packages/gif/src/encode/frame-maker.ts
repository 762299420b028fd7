import { Nearest } from '../palette/nearest.ts';
import { createPalette } from '../palette/palette.ts';
import type { Palette } from '../palette/palette.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Pixels, Rect } from '../picture.ts';
import { mapPixelsToPalette } from './dither.ts';
import type { Leeway } from './lzw.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import {
  findContentBounds,
  cropToRect,
  MINIMAL_RECT,
  mergeRects,
  findNewlyTransparentBounds,
} from './rect.ts';
import { NO_COLOR_ERROR, Screen } from './screen.ts';
import { computeColorError, computePerceivedError } from './perceived-error.ts';
import type { IndexedFrame } from './writer.ts';

const MAX_VISIBLE = 255;

/**
 * A pixel with an acceptable error is repainted when the new error is below this share of the old
 * one.
 */
const MAX_REPAINT_ERROR_RATIO = 0.5;

/**
 * From this mean squared error on (42 dB), a pixel may deviate by the frame's mean error, which is
 * invisible among the others.
 */
const NOISY_ERROR = 12;

/**
 * Builds frames from changes: `make`, then the writer may change indexes within the leeway, then
 * `commit`.
 */
export interface Maker {
  readonly globalPalette: Palette | null;
  /** @param next the following frame, which may need an area cleared; null after the last. */
  readonly make: (data: Pixels, next: Pixels | null, delay: number) => IndexedFrame;
  /** Updates the screen state with the written frame. */
  readonly commit: (data: Pixels, frame: IndexedFrame) => void;
}

/** Supports any palette and any dithering. */
export class FrameMaker implements Maker {
  readonly globalPalette: Palette | null;
  readonly #width: number;
  readonly #height: number;
  readonly #settings: EncodeSettings;
  readonly #onShown: EncoderOptions['onShown'];
  readonly #survey: ColorSurvey;
  readonly #globalNearest: Nearest | null;
  readonly #screen: Screen;
  readonly #indexes: Uint8Array;
  readonly #cropped: Uint8Array;
  /** Dithered pixels deviate on purpose, so the error of a single pixel is meaningless. */
  readonly #dithered: boolean;

  constructor(options: EncoderOptions, settings: EncodeSettings) {
    this.#width = options.width;
    this.#height = options.height;
    this.#settings = settings;
    this.#onShown = options.onShown;
    this.#dithered = settings.dither.kind !== 'none' && settings.dither.strength > 0;
    this.#screen = new Screen(options.width * options.height, settings, this.#dithered);
    this.#indexes = new Uint8Array(options.width * options.height);
    this.#cropped = new Uint8Array(options.width * options.height);
    // One of 256 indexes is the transparent index for unchanged pixels.
    const max = Math.min(settings.colors, MAX_VISIBLE);
    const { alphaThreshold, effort } = settings;
    this.#survey = new ColorSurvey({ colors: max, alphaThreshold, effort });
    const { palette } = options;
    this.globalPalette =
      palette === undefined ? null : createPalette(palette.rgb.slice(0, max * 3));
    this.#globalNearest = this.globalPalette === null ? null : new Nearest(this.globalPalette);
  }

  make(data: Pixels, next: Pixels | null, delay: number): IndexedFrame {
    const screen = this.#screen;
    screen.compare(data);
    const palette = this.globalPalette ?? this.#buildPalette(data);
    const nearest = this.#globalNearest ?? new Nearest(palette);
    const { dither, lossiness } = this.#settings;
    const { paintWeights } = screen;
    const size = { width: this.#width, height: this.#height };
    mapPixelsToPalette(
      { data, ...size, palette, nearest, wanted: paintWeights, out: this.#indexes },
      dither,
    );
    const transparent = palette.size;
    const usual = this.#retainAccuratePixels(data, palette);
    const wiped =
      next === null
        ? null
        : findNewlyTransparentBounds(data, next, this.#settings.alphaThreshold, this.#width);
    const rect =
      mergeRects(findContentBounds(this.#indexes, transparent, this.#width), wiped) ?? MINIMAL_RECT;
    const indexes = cropToRect(this.#indexes, this.#width, rect, this.#cropped);
    const needsTransparent = indexes.includes(transparent);
    const noisy = this.#settings.effort === 'best' && !this.#dithered && usual >= NOISY_ERROR;
    const tolerance = Math.max((lossiness * 0.6) ** 2, noisy ? usual : 0);
    return {
      rect,
      indexes,
      palette: this.globalPalette === null ? palette : null,
      colors: this.globalPalette === null && !needsTransparent ? palette.size : palette.size + 1,
      transparentIndex: needsTransparent ? transparent : null,
      delay,
      disposal: wiped === null ? 1 : 2,
      leeway: tolerance > 0 ? this.#buildLeeway(data, palette, rect, tolerance) : null,
    };
  }

  commit(data: Pixels, { rect, indexes, palette, disposal }: IndexedFrame): void {
    const screen = this.#screen;
    const colors = palette ?? this.globalPalette;
    if (colors === null) return;
    screen.paint(indexes, rect, colors, this.#width);
    this.#onShown?.({ width: this.#width, height: this.#height, data: screen.shown });
    screen.storeSource(data);
    if (disposal === 2) screen.wipe(rect, this.#width);
  }

  #buildPalette(data: Pixels): Palette {
    this.#survey.clear();
    this.#survey.add(data, this.#screen.paintWeights);
    return this.#survey.buildPalette();
  }

  /**
   * Sets the transparent index where a new colour would not improve the pixel on screen.
   * @returns the mean squared error of the painted pixels.
   */
  #retainAccuratePixels(data: Pixels, { rgb, size }: Palette): number {
    const { paintWeights, keptErrors, mustPaint } = this.#screen;
    let sum = 0;
    let painted = 0;
    for (let at = 0; at < paintWeights.length; at += 1) {
      if (paintWeights[at] === 0) {
        this.#indexes[at] = size;
        continue;
      }
      const index = this.#indexes[at] ?? 0;
      const keep = keptErrors[at] ?? NO_COLOR_ERROR;
      const error = computeColorError(data, at, rgb, index);
      // A pixel that must be painted is always painted: keeping equally good old pixels would make
      // holes that cost more bytes than they save.
      const isRetry = paintWeights[at] !== mustPaint && keep < NO_COLOR_ERROR;
      const stays = isRetry
        ? error > keep * MAX_REPAINT_ERROR_RATIO
        : this.#screen.hasColor(at, rgb, index);
      if (stays) {
        this.#indexes[at] = size;
      } else {
        sum += error;
        painted += 1;
      }
    }
    return painted === 0 ? 0 : sum / painted;
  }

  #buildLeeway(data: Pixels, { rgb, size }: Palette, rect: Rect, tolerance: number): Leeway {
    const { alphaThreshold } = this.#settings;
    const { shown } = this.#screen;
    const computeKeptError = (place: number): number =>
      shown[place * 4 + 3] === 0
        ? NO_COLOR_ERROR
        : computePerceivedError(data, place, shown, place * 4);
    const across = this.#width;
    return {
      rgb,
      transparentIndex: size,
      rect,
      across,
      data,
      alphaThreshold,
      computeKeptError,
      tolerance,
    };
  }
}
