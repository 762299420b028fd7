import { encodeSource } from '../encode/source.ts';
import type { EncodedGif, FrameSource, RunOptions, SourceSettings } from '../encode/source.ts';
import { GifError } from '../gif-error.ts';
import { scaleSource, thinSource } from './change.ts';
import { estimate } from './estimate.ts';
import type { Choice, Estimate } from './estimate.ts';
import { sampleSource } from './sample.ts';
import type { Sample } from './sample.ts';

/** What may be given up for the sake of size; what is left out may not. */
export type Variable = 'size' | 'frameRate' | 'colors' | 'lossiness';

export interface FitSettings extends SourceSettings {
  readonly vary?: readonly Variable[];
  /** The longer side is never made shorter than this, in pixels. */
  readonly leastSide?: number;
}

export interface FitRun extends RunOptions {
  /** Is told what is about to be encoded whole. */
  readonly onTry?: ((tried: Estimate) => void) | undefined;
  /** Is told what came of it, too large or not. */
  readonly onMade?: ((made: FitResult) => void) | undefined;
}

export interface FitResult {
  readonly gif: EncodedGif;
  readonly choice: Choice;
  /** See `Estimate`. */
  readonly likeness: number;
}

const ALL: readonly Variable[] = ['size', 'frameRate', 'colors', 'lossiness'];
const COLORS = [256, 128, 64, 32, 16];
const LOSSINESS = [0, 20, 40, 60, 80, 100];
const SHRINK = 0.85;
const MOST_EVERY = 5;
const LEAST_SIDE = 48;
/** Whole encodings after one was found that fits, to use what is left of the limit. */
const FILL_TRIES = 3;
const FULL_ENOUGH = 0.93;
const SEARCH_SHARE = 0.5;

/**
 * The best-looking GIF of at most `limit` bytes: from the source as it is, what costs least of the likeness for each
 * byte saved is given up, step by step, by estimates; then it is encoded whole, and the size is drawn close to the limit.
 * @throws {GifError} `cannotFit` with the smallest that was reached, in bytes; or the signal's reason.
 */
export async function fitToSize(
  source: FrameSource,
  limit: number,
  settings: FitSettings = {},
  run: FitRun = {},
): Promise<FitResult> {
  if (!(limit > 0)) throw new GifError('badOption', { option: 'limit' });
  const sample = await sampleSource(source, {
    signal: run.signal,
    onProgress: (done) => run.onProgress?.(done * 0.1),
  });
  const search = new Search(sample, settings, run);
  let chosen = await search.start(source);
  let goal = limit;
  let smallest = Infinity;
  for (;;) {
    chosen = await search.descend(chosen, goal);
    const result = await encodeChoice(source, chosen, settings, run);
    smallest = Math.min(smallest, result.gif.size);
    if (result.gif.size <= limit) return fill(source, limit, settings, run, search, result);
    // The estimate was too low by so much: aim lower by as much, and at least give up one thing more.
    goal = Math.min((limit * chosen.size) / result.gif.size, chosen.size - 1) * 0.99;
    if (!search.canDescend(chosen)) throw new GifError('cannotFit', { smallest, limit });
  }
}

async function encodeChoice(
  source: FrameSource,
  tried: Estimate,
  settings: FitSettings,
  run: FitRun,
): Promise<FitResult> {
  const { choice } = tried;
  run.onTry?.(tried);
  const changed = scaleSource(thinSource(source, choice.every), choice.width, choice.height);
  const { colors, lossiness } = choice;
  const gif = await encodeSource(
    changed,
    { ...settings, colors, lossiness },
    {
      signal: run.signal,
      onProgress: (done) => run.onProgress?.(SEARCH_SHARE + (1 - SEARCH_SHARE) * done),
    },
  );
  const result = { gif, choice, likeness: tried.likeness };
  run.onMade?.(result);
  return result;
}

/** Grows the picture again while there is room: the last step down was a large one. */
async function fill(
  source: FrameSource,
  limit: number,
  settings: FitSettings,
  run: FitRun,
  search: Search,
  first: FitResult,
): Promise<FitResult> {
  let best = first;
  let most = source.width;
  for (let tries = 0; tries < FILL_TRIES; tries += 1) {
    const { choice, gif } = best;
    if (gif.size >= limit * FULL_ENOUGH || !search.varies('size')) break;
    // Bytes go about with the area.
    const grown = choice.width * Math.sqrt((limit / gif.size) * 0.98);
    const width = Math.min(most, Math.max(choice.width + 1, Math.round(grown)));
    if (width <= choice.width) break;
    const tried = await search.at(search.resized(choice, width / source.width));
    const result = await encodeChoice(source, tried, settings, run);
    if (result.gif.size <= limit) best = result;
    else most = width - 1;
  }
  return best;
}

class Search {
  readonly #sample: Sample;
  readonly #settings: FitSettings;
  readonly #run: FitRun;
  readonly #vary: readonly Variable[];

  constructor(sample: Sample, settings: FitSettings, run: FitRun) {
    this.#sample = sample;
    this.#settings = settings;
    this.#run = run;
    this.#vary = settings.vary ?? ALL;
  }

  varies(variable: Variable): boolean {
    return this.#vary.includes(variable);
  }

  at(choice: Choice): Promise<Estimate> {
    return estimate(this.#sample, choice, this.#settings, { signal: this.#run.signal });
  }

  start({ width, height }: FrameSource): Promise<Estimate> {
    const { colors = 256, lossiness = 0 } = this.#settings;
    return this.at({ width, height, every: 1, colors, lossiness });
  }

  canDescend({ choice }: Estimate): boolean {
    return this.#steps(choice).length > 0;
  }

  /** Gives up, step by step, what is missed least, until the estimate is at most `goal` bytes or nothing is left. */
  async descend(from: Estimate, goal: number): Promise<Estimate> {
    let here = from;
    while (here.size > goal) {
      let best: Estimate | null = null;
      let worth = -Infinity;
      for (const choice of this.#steps(here.choice)) {
        const next = await this.at(choice);
        const saved = Math.log(here.size / next.size);
        const lost = Math.max(1e-4, here.likeness - next.likeness);
        // What saves nothing leads nowhere; it is taken only when there is nothing else.
        const value = saved > 0.01 ? saved / lost : saved - 1;
        if (value > worth) {
          best = next;
          worth = value;
        }
      }
      if (best === null) return here;
      here = best;
      this.#report(here, from, goal);
    }
    return here;
  }

  #report(here: Estimate, from: Estimate, goal: number): void {
    const way = Math.log(from.size / goal);
    const done = way <= 0 ? 1 : Math.min(1, Math.log(from.size / here.size) / way);
    this.#run.onProgress?.(0.1 + (SEARCH_SHARE - 0.1) * done);
  }

  resized(choice: Choice, scale: number): Choice {
    const side = (length: number): number => Math.max(1, Math.round(length * scale));
    const { width, height } = this.#sample;
    return { ...choice, width: side(width), height: side(height) };
  }

  #steps(choice: Choice): Choice[] {
    const steps: Choice[] = [];
    const smaller = this.resized(choice, (choice.width / this.#sample.width) * SHRINK);
    const least = this.#settings.leastSide ?? LEAST_SIDE;
    const longer = Math.max(smaller.width, smaller.height);
    const shrunk = smaller.width < choice.width || smaller.height < choice.height;
    if (this.varies('size') && longer >= least && shrunk) steps.push(smaller);
    const every = choice.every + 1;
    if (this.varies('frameRate') && every <= MOST_EVERY && this.#sample.count > every) {
      steps.push({ ...choice, every });
    }
    const colors = COLORS.find((count) => count < choice.colors);
    if (this.varies('colors') && colors !== undefined) steps.push({ ...choice, colors });
    const lossiness = LOSSINESS.find((loss) => loss > choice.lossiness);
    if (this.varies('lossiness') && lossiness !== undefined) steps.push({ ...choice, lossiness });
    return steps;
  }
}
