/** Timeout of a reachability check, ms. */
const TIMEOUT_MS = 5_000;

/** Whether the server is not ready only because its disk is full; it still serves pages then. */
const isOnlyDiskProblem = (trouble: string): boolean =>
  trouble.trim().endsWith('cannot be written');

/** Checks whether the server responds and is ready to serve pages. */
export const isServerReachable = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return reply.ok || isOnlyDiskProblem(await reply.text());
  } catch {
    return false;
  }
};
