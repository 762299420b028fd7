const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/** Reproducible pseudo-random numbers in [0, 1) (Lehmer's generator). */
export const createSeededRandom = (seed: number): (() => number) => {
  let state = (seed % (MODULUS - 1)) + 1;
  return () => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
};
