import type { EncodedGif, FrameSource, RunOptions, SourceSettings } from '../encode/source.ts';
import { estimate } from './estimate.ts';
import type { Choice, Estimate } from './estimate.ts';
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
/** Steps back, when there is room again, are smaller. */
const COLORS_BACK = [256, 224, 192, 160, 128, 112, 96, 80, 64, 56, 48, 40, 32, 24];
const LOSSINESS_BACK = [5, 10, 15];
const SHRINK = 0.85;
const MAX_STRIDE = 5;
const MIN_SIDE = 48;
/** Of the room there is. */
const GROWN = [1, 0.7, 0.4];
/** Of the likeness: less is no gain. */
const MIN_GAIN = 1e-4;
/** Of the progress of all: encoding has the rest. */
export const SEARCH_SHARE = 0.5;

/** A step down: less of one thing. */
interface Step {
  readonly variable: Variable;
  readonly choice: Choice;
}

/** After so many steps down, what another one is worth is found out anew. */
const OLD = 2;

export interface Made {
  readonly result: FitResult;
  /** Bytes it was thought to have: what is estimated next is wrong by about as much. */
  readonly estimated: number;
}

/** Finds by estimates what to give up, and what to take back. */
export class Search {
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

  /**
   * Gives up, step by step, what is missed least, until the estimate is at most `goal` bytes or nothing is left. What a
   * step is worth changes slowly: the other steps are worth what they were when they were last tried, not long ago.
   */
  async descend(from: Estimate, goal: number): Promise<Estimate> {
    let here = from;
    const known = new Map<Variable, { value: number; level: number }>();
    for (let level = 0; here.size > goal; level += 1) {
      const next = await this.#leastMissed(here, known, level);
      if (next === null) return here;
      here = next;
      this.#report(here, from, goal);
    }
    return here;
  }

  /** The step that is worth most; null when there is none. */
  async #leastMissed(
    here: Estimate,
    known: Map<Variable, { value: number; level: number }>,
    level: number,
  ): Promise<Estimate | null> {
    const steps = this.#steps(here.choice);
    const tried = new Map<Variable, Estimate>();
    const getValue = ({ variable }: Step): number => known.get(variable)?.value ?? 0;
    const isOld = ({ variable }: Step): boolean =>
      !tried.has(variable) && level - (known.get(variable)?.level ?? -Infinity) > OLD;
    for (;;) {
      const most = steps.toSorted((one, other) => getValue(other) - getValue(one))[0];
      const step = steps.find(isOld) ?? most;
      if (step === undefined) return null;
      const { variable, choice } = step;
      const best = tried.get(variable);
      if (best !== undefined) return best;
      const next = await this.at(choice);
      tried.set(variable, next);
      known.set(variable, { value: computeWorth(here, next), level });
    }
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

  /** The most alike of what would have at most `aim` bytes, and more than there is; null when nothing is better. */
  async better({ result, estimated }: Made, aim: number): Promise<Estimate | null> {
    const { gif, choice } = result;
    let best: Estimate | null = null;
    let least = result.likeness + MIN_GAIN;
    for (const back of this.#stepsBack(choice, aim / gif.size)) {
      const next = await this.at(back);
      if ((next.size * gif.size) / estimated > aim || next.likeness <= least) continue;
      best = next;
      least = next.likeness;
    }
    return best;
  }

  /** What may be taken back of a choice that has room to be `room` times as large. */
  #stepsBack(choice: Choice, room: number): Choice[] {
    const steps: Choice[] = [];
    const grown = (from: Choice, times: number): Choice => {
      // Bytes go about with the area.
      const scale = Math.min(1, (choice.width / this.#sample.width) * Math.sqrt(times));
      return this.resized(from, scale);
    };
    const rarer = choice.every > 1 && this.varies('frameRate');
    const often = { ...choice, every: choice.every - 1 };
    if (rarer) steps.push(often);
    if (this.varies('size')) {
      for (const share of GROWN) {
        const larger = grown(choice, 1 + (room - 1) * share);
        if (larger.width > choice.width || larger.height > choice.height) steps.push(larger);
      }
      if (rarer) steps.push(grown(often, (room * often.every) / choice.every));
    }
    if (this.varies('colors'))
      for (const colors of COLORS_BACK.filter((count) => count > choice.colors).slice(-2))
        steps.push({ ...choice, colors });
    if (this.varies('lossiness'))
      for (const less of LOSSINESS_BACK.filter((one) => one <= choice.lossiness))
        steps.push({ ...choice, lossiness: choice.lossiness - less });
    return steps;
  }

  #steps(choice: Choice): Step[] {
    const steps: Step[] = [];
    const smaller = this.resized(choice, (choice.width / this.#sample.width) * SHRINK);
    const least = this.#settings.leastSide ?? MIN_SIDE;
    const longer = Math.max(smaller.width, smaller.height);
    const shrunk = smaller.width < choice.width || smaller.height < choice.height;
    if (this.varies('size') && longer >= least && shrunk)
      steps.push({ variable: 'size', choice: smaller });
    const every = choice.every + 1;
    if (this.varies('frameRate') && every <= MAX_STRIDE && this.#sample.count > every) {
      steps.push({ variable: 'frameRate', choice: { ...choice, every } });
    }
    const colors = COLORS.find((count) => count < choice.colors);
    if (this.varies('colors') && colors !== undefined)
      steps.push({ variable: 'colors', choice: { ...choice, colors } });
    const lossiness = LOSSINESS.find((loss) => loss > choice.lossiness);
    if (this.varies('lossiness') && lossiness !== undefined)
      steps.push({ variable: 'lossiness', choice: { ...choice, lossiness } });
    return steps;
  }
}

/** What is saved for what is lost of the likeness. What saves nothing leads nowhere: it is taken when there is nothing else. */
function computeWorth(here: Estimate, next: Estimate): number {
  const saved = Math.log(here.size / next.size);
  const lost = Math.max(1e-4, here.likeness - next.likeness);
  return saved > 0.01 ? saved / lost : saved - 1;
}
