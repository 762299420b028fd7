/** A server that is slower than this is not there, ms. */
const ANSWER_MS = 5_000;

/** Pages are still to be had from a server whose disk is full. */
const canRead = (trouble: string): boolean => trouble.trim().endsWith('cannot be written');

/** Whether the site's server answers, from here and now: one that is still starting has no page to give yet. */
export const isReachable = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return reply.ok || canRead(await reply.text());
  } catch {
    return false;
  }
};
