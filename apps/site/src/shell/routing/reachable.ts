/** A server that is slower than this is not there, ms. */
const ANSWER_MS = 5_000;

/** Whether the site's server answers, from here and now: one that is still starting has no page to give yet. */
export const isReachable = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return reply.ok;
  } catch {
    return false;
  }
};
