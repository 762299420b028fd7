import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 50;

/**
 * Asks until the answer is neither false nor undefined, and returns it. A question that fails
 * counts as unanswered: what it asks may be down.
 * @throws when `limitMs` is over
 */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  limitMs = 120_000,
): Promise<T> => {
  const started = performance.now();
  let failure: unknown;
  while (performance.now() - started < limitMs) {
    try {
      const answer = await ask();
      if (answer !== false && answer !== undefined) return answer;
    } catch (error) {
      failure = error;
    }
    await sleep(EVERY_MS);
  }
  throw new Error(`not in ${limitMs} ms: ${what}`, { cause: failure });
};
