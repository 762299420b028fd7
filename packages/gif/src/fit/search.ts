import type { EncodedGif, FrameSource, RunOptions, SourceSettings } from '../encode/source.ts';
import { estimateGifFromSample } from './estimate.ts';
import type { Choice, Estimate } from './estimate.ts';
import type { Sample } from './sample.ts';

/** Properties the search may reduce to save bytes. */
export type Variable = 'size' | 'frameRate' | 'colors' | 'lossiness';

export interface FitSettings extends SourceSettings {
  readonly vary?: readonly Variable[];
  /** Minimum length of the longer side, pixels. */
  readonly minSide?: number;
}

export interface FitRun extends RunOptions {
  /** Called before a complete encoding. */
  readonly onTry?: ((estimate: Estimate) => void) | undefined;
  /** Called after a complete encoding, even if it is too large. */
  readonly onEncoded?: ((fitResult: FitResult) => void) | undefined;
}

export interface FitResult {
  readonly gif: EncodedGif;
  readonly choice: Choice;
  /** Similarity to the source, skipped frames included; at most 1. */
  readonly similarity: number;
}

const ALL_VARIABLES: readonly Variable[] = ['size', 'frameRate', 'colors', 'lossiness'];
const COLORS = [256, 128, 64, 32, 16];
const LOSSINESS = [0, 20, 40, 60, 80, 100];
/** Smaller steps, used when there is room to restore quality. */
const RESTORE_COLORS = [256, 224, 192, 160, 128, 112, 96, 80, 64, 56, 48, 40, 32, 24];
const RESTORE_LOSSINESS = [5, 10, 15];
const SHRINK = 0.85;
const MAX_STRIDE = 5;
const MIN_SIDE = 48;
/** Shares of the available room. */
const GROWTH_SHARES = [1, 0.7, 0.4];
/** Minimum similarity gain. */
const MIN_GAIN = 1e-4;
/** Share of the total progress; encoding takes the rest. */
export const SEARCH_SHARE = 0.5;

/** A reduction of one property. */
interface Step {
  readonly variable: Variable;
  readonly choice: Choice;
}

/** Number of steps after which the value of another property's step is estimated again. */
const STALE_AFTER_STEPS = 2;

export interface EncodedEstimate {
  readonly result: FitResult;
  /** Estimated bytes. Further estimates are assumed to be off by the same ratio. */
  readonly estimated: number;
}

/** Searches by estimates which properties to reduce or restore. */
export class Search {
  readonly #sample: Sample;
  readonly #settings: FitSettings;
  readonly #run: FitRun;
  readonly #vary: readonly Variable[];

  constructor(sample: Sample, settings: FitSettings, run: FitRun) {
    this.#sample = sample;
    this.#settings = settings;
    this.#run = run;
    this.#vary = settings.vary ?? ALL_VARIABLES;
  }

  canVary(variable: Variable): boolean {
    return this.#vary.includes(variable);
  }

  estimateChoice(choice: Choice): Promise<Estimate> {
    return estimateGifFromSample(this.#sample, choice, this.#settings, {
      signal: this.#run.signal,
    });
  }

  estimateSource({ width, height }: FrameSource): Promise<Estimate> {
    const { colors = 256, lossiness = 0 } = this.#settings;
    return this.estimateChoice({ width, height, every: 1, colors, lossiness });
  }

  canDescend({ choice }: Estimate): boolean {
    return this.#listSteps(choice).length > 0;
  }

  /**
   * Repeats the step with the best value until the estimate is at most `goal` bytes or no step is
   * left. The value of a step changes slowly, so recent values of other steps are reused.
   */
  async descend(from: Estimate, goal: number): Promise<Estimate> {
    let current = from;
    const worthByVariable = new Map<Variable, { value: number; level: number }>();
    for (let level = 0; current.size > goal; level += 1) {
      const next = await this.#findBestStep(current, worthByVariable, level);
      if (next === null) return current;
      current = next;
      this.#reportProgress(current, from, goal);
    }
    return current;
  }

  /** The step with the best value; null when there is none. */
  async #findBestStep(
    current: Estimate,
    knownLevels: Map<Variable, { value: number; level: number }>,
    level: number,
  ): Promise<Estimate | null> {
    const steps = this.#listSteps(current.choice);
    const triedEstimates = new Map<Variable, Estimate>();
    const getStepWorth = ({ variable }: Step): number => knownLevels.get(variable)?.value ?? 0;
    const isStepWorthStale = ({ variable }: Step): boolean =>
      !triedEstimates.has(variable) &&
      level - (knownLevels.get(variable)?.level ?? -Infinity) > STALE_AFTER_STEPS;
    for (;;) {
      const max = steps.toSorted((a, b) => getStepWorth(b) - getStepWorth(a))[0];
      const step = steps.find(isStepWorthStale) ?? max;
      if (step === undefined) return null;
      const { variable, choice } = step;
      const best = triedEstimates.get(variable);
      if (best !== undefined) return best;
      const next = await this.estimateChoice(choice);
      triedEstimates.set(variable, next);
      knownLevels.set(variable, { value: computeSavingPerLostSimilarity(current, next), level });
    }
  }

  #reportProgress(current: Estimate, from: Estimate, goal: number): void {
    const totalLog = Math.log(from.size / goal);
    const doneShare =
      totalLog <= 0 ? 1 : Math.min(1, Math.log(from.size / current.size) / totalLog);
    this.#run.onProgress?.(0.1 + (SEARCH_SHARE - 0.1) * doneShare);
  }

  resizeChoice(choice: Choice, scale: number): Choice {
    const scaleSide = (length: number): number => Math.max(1, Math.round(length * scale));
    const { width, height } = this.#sample;
    return { ...choice, width: scaleSide(width), height: scaleSide(height) };
  }

  /**
   * The most similar choice with at most `aim` bytes that is better than the current one; null when
   * there is none.
   */
  async findBetter({ result, estimated }: EncodedEstimate, aim: number): Promise<Estimate | null> {
    const { gif, choice } = result;
    let best: Estimate | null = null;
    let min = result.similarity + MIN_GAIN;
    for (const back of this.#listStepsBack(choice, aim / gif.size)) {
      const next = await this.estimateChoice(back);
      if ((next.size * gif.size) / estimated > aim || next.similarity <= min) continue;
      best = next;
      min = next.similarity;
    }
    return best;
  }

  /** Possible restorations of a choice whose size may grow by the factor `room`. */
  #listStepsBack(choice: Choice, room: number): Choice[] {
    const steps: Choice[] = [];
    const enlargeGifSize = (from: Choice, times: number): Choice => {
      // Bytes are roughly proportional to the area.
      const scale = Math.min(1, (choice.width / this.#sample.width) * Math.sqrt(times));
      return this.resizeChoice(from, scale);
    };
    const rarer = choice.every > 1 && this.canVary('frameRate');
    const often = { ...choice, every: choice.every - 1 };
    if (rarer) steps.push(often);
    if (this.canVary('size')) {
      for (const share of GROWTH_SHARES) {
        const larger = enlargeGifSize(choice, 1 + (room - 1) * share);
        if (larger.width > choice.width || larger.height > choice.height) steps.push(larger);
      }
      if (rarer) steps.push(enlargeGifSize(often, (room * often.every) / choice.every));
    }
    if (this.canVary('colors'))
      for (const colors of RESTORE_COLORS.filter((count) => count > choice.colors).slice(-2))
        steps.push({ ...choice, colors });
    if (this.canVary('lossiness'))
      for (const less of RESTORE_LOSSINESS.filter((lossiness) => lossiness <= choice.lossiness))
        steps.push({ ...choice, lossiness: choice.lossiness - less });
    return steps;
  }

  #listSteps(choice: Choice): Step[] {
    const steps: Step[] = [];
    const smaller = this.resizeChoice(choice, (choice.width / this.#sample.width) * SHRINK);
    const min = this.#settings.minSide ?? MIN_SIDE;
    const longer = Math.max(smaller.width, smaller.height);
    const shrunk = smaller.width < choice.width || smaller.height < choice.height;
    if (this.canVary('size') && longer >= min && shrunk)
      steps.push({ variable: 'size', choice: smaller });
    const stride = choice.every + 1;
    if (this.canVary('frameRate') && stride <= MAX_STRIDE && this.#sample.count > stride) {
      steps.push({ variable: 'frameRate', choice: { ...choice, every: stride } });
    }
    const colors = COLORS.find((count) => count < choice.colors);
    if (this.canVary('colors') && colors !== undefined)
      steps.push({ variable: 'colors', choice: { ...choice, colors } });
    const lossiness = LOSSINESS.find((loss) => loss > choice.lossiness);
    if (this.canVary('lossiness') && lossiness !== undefined)
      steps.push({ variable: 'lossiness', choice: { ...choice, lossiness } });
    return steps;
  }
}

/**
 * Bytes saved per lost similarity. A step that saves nothing gets a negative value and is used only
 * when no other is left.
 */
function computeSavingPerLostSimilarity(current: Estimate, next: Estimate): number {
  const savedLog = Math.log(current.size / next.size);
  const lostSimilarity = Math.max(1e-4, current.similarity - next.similarity);
  return savedLog > 0.01 ? savedLog / lostSimilarity : savedLog - 1;
}
