/** Maximum accepted delay that the server demands before the next connection, ms. */
export const MAX_DEMANDED_DELAY_MS = 120_000;

/** Parses Retry-After (RFC 9110 §10.2.3, in seconds) to ms; 0 when it is absent. */
export const parseRetryAfter = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return seconds > 0 ? Math.min(MAX_DEMANDED_DELAY_MS, seconds * 1000) : 0;
};

/** Reads a response to its end. Each chunk, including comments, resets the timeout. */
export const readStream = async (
  response: Response,
  parse: (text: string) => void,
  alive: () => void,
): Promise<void> => {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parse(decoder.decode(value, { stream: true }));
  }
};

/** Aborts the connection after `silenceMs` without data. */
export const abortAfterSilence = (controller: AbortController, silenceMs: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartSilenceTimeout = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), silenceMs);
  };
  restartSilenceTimeout();
  return { restart: restartSilenceTimeout, stop: (): void => clearTimeout(timer) };
};

export const isEventStream = (response: Response): boolean =>
  response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true;
