import { Nearest } from '../palette/nearest.ts';
import { getPalette } from '../palette/palette.ts';
import type { Palette } from '../palette/palette.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Pixels, Rect } from '../picture.ts';
import { mapPixels } from './dither.ts';
import type { Leeway } from './lzw.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';
import { getBounds, crop, NOWHERE, union, wipedBy } from './rect.ts';
import { FAR, Screen } from './screen.ts';
import { getError, seenError } from './seen-error.ts';
import type { IndexedFrame } from './writer.ts';

const MAX_VISIBLE = 255;

/** A pixel that is right enough is painted anew when that takes off this share of its squared error. */
const WORTH = 0.5;

/** From this squared error on (42 dB), a pixel may be as wrong as is usual in its frame: nobody sees it among the others. */
const NOISY = 12;

/** Makes frames of what changes: `make`, then whoever writes it may use its leeway, then `settle`. */
export interface Maker {
  readonly globalPalette: Palette | null;
  /** @param next the frame after, which may need something wiped; null after the last. */
  readonly make: (data: Pixels, next: Pixels | null, delay: number) => IndexedFrame;
  /** What was written is on screen now. */
  readonly settle: (data: Pixels, frame: IndexedFrame) => void;
}

/** Any palettes, any dithering. */
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
  /** Dithered pixels are off on purpose: one alone says nothing of how right it is. */
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
    // Of 256 one is for the transparent index, which stands for what does not change.
    const most = Math.min(settings.colors, MAX_VISIBLE);
    const { alphaThreshold, effort } = settings;
    this.#survey = new ColorSurvey({ colors: most, alphaThreshold, effort });
    const { palette } = options;
    this.globalPalette = palette === undefined ? null : getPalette(palette.rgb.slice(0, most * 3));
    this.#globalNearest = this.globalPalette === null ? null : new Nearest(this.globalPalette);
  }

  make(data: Pixels, next: Pixels | null, delay: number): IndexedFrame {
    const screen = this.#screen;
    screen.compare(data);
    const palette = this.globalPalette ?? this.#ownPalette(data);
    const nearest = this.#globalNearest ?? new Nearest(palette);
    const { dither, lossiness } = this.#settings;
    const { wanted } = screen;
    const size = { width: this.#width, height: this.#height };
    mapPixels({ data, ...size, palette, nearest, wanted, out: this.#indexes }, dither);
    const transparent = palette.size;
    const usual = this.#keepWhatIsRight(data, palette);
    const wiped =
      next === null ? null : wipedBy(data, next, this.#settings.alphaThreshold, this.#width);
    const rect = union(getBounds(this.#indexes, transparent, this.#width), wiped) ?? NOWHERE;
    const indexes = crop(this.#indexes, this.#width, rect, this.#cropped);
    const needed = indexes.includes(transparent);
    const noisy = this.#settings.effort === 'best' && !this.#dithered && usual >= NOISY;
    const tolerance = Math.max((lossiness * 0.6) ** 2, noisy ? usual : 0);
    return {
      rect,
      indexes,
      palette: this.globalPalette === null ? palette : null,
      colors: this.globalPalette === null && !needed ? palette.size : palette.size + 1,
      transparentIndex: needed ? transparent : null,
      delay,
      disposal: wiped === null ? 1 : 2,
      leeway: tolerance > 0 ? this.#leeway(data, palette, rect, tolerance) : null,
    };
  }

  settle(data: Pixels, { rect, indexes, palette, disposal }: IndexedFrame): void {
    const screen = this.#screen;
    const colors = palette ?? this.globalPalette;
    if (colors === null) return;
    screen.paint(indexes, rect, colors, this.#width);
    this.#onShown?.({ width: this.#width, height: this.#height, data: screen.shown });
    screen.remember(data);
    if (disposal === 2) screen.wipe(rect, this.#width);
  }

  #ownPalette(data: Pixels): Palette {
    this.#survey.clear();
    this.#survey.add(data, this.#screen.wanted);
    return this.#survey.palette();
  }

  /**
   * Where a new colour is not what makes it better, what is on screen stays: the transparent index.
   * @returns the mean squared error of what is painted.
   */
  #keepWhatIsRight(data: Pixels, { rgb, size }: Palette): number {
    const { wanted, kept, must } = this.#screen;
    let sum = 0;
    let painted = 0;
    for (let at = 0; at < wanted.length; at += 1) {
      if (wanted[at] === 0) {
        this.#indexes[at] = size;
        continue;
      }
      const index = this.#indexes[at] ?? 0;
      const keep = kept[at] ?? FAR;
      const error = getError(data, at, rgb, index);
      // What has to be painted is painted whole: holes where the old is as good would cost more bytes than they save.
      const again = wanted[at] !== must && keep < FAR;
      const stays = again ? error > keep * WORTH : this.#screen.has(at, rgb, index);
      if (stays) {
        this.#indexes[at] = size;
      } else {
        sum += error;
        painted += 1;
      }
    }
    return painted === 0 ? 0 : sum / painted;
  }

  #leeway(data: Pixels, { rgb, size }: Palette, rect: Rect, tolerance: number): Leeway {
    const { alphaThreshold } = this.#settings;
    const { shown } = this.#screen;
    const kept = (place: number): number =>
      shown[place * 4 + 3] === 0 ? FAR : seenError(data, place, shown, place * 4);
    const across = this.#width;
    return { rgb, transparentIndex: size, rect, across, data, alphaThreshold, kept, tolerance };
  }
}
