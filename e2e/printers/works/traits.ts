import type { CounterKnobs, StatusKnobs } from './options.ts';
import type { Chance } from './random.ts';

type Patch = { status?: Partial<StatusKnobs>; counter?: Partial<CounterKnobs> };

/** One possible behaviour of a printer. */
export type Choice<P> = { words: string; patch: P };

export const mergeOptions = <P extends Patch>(options: P, patch: P): P => ({
  ...options,
  ...patch,
  status: { ...options.status, ...patch.status },
  counter: { ...options.counter, ...patch.counter },
});

/**
 * A random printer with one choice per trait. Over many seeds every choice is combined with every
 * other.
 */
export const pickTraits = <P extends Patch>(
  traits: readonly (readonly [Choice<P>, ...Choice<P>[]])[],
  chance: Pick<Chance, 'pick'>,
  options: P,
): { words: string[]; options: P } => {
  const drawn = traits.map((choices) => chance.pick(choices));
  return {
    words: drawn.map(({ words }) => words),
    options: drawn.reduce((sum, { patch }) => mergeOptions(sum, patch), options),
  };
};
