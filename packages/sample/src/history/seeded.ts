const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/** Numbers from 0 up to 1 that look random and are the same at every run (Lehmer's generator). */
export const seeded = (seed: number): (() => number) => {
  let state = (seed % (MODULUS - 1)) + 1;
  return () => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
};
