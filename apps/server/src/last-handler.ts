import type { Log } from './log.ts';

/** A connection that broke, reported by nobody's handler: nothing of ours is in doubt. */
const HARMLESS = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);

const isHarmless = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && HARMLESS.has(String(error.code))));

/**
 * The last one to hear of an error nobody caught. What state the process is in is not known then: `leave` takes no new
 * work, finishes what is under way and ends the process for its supervisor to start anew. A broken connection is only
 * noted. Answers the function that takes the handlers off again.
 */
export const installLastHandler = (log: Log, leave: (reason: string) => void): (() => void) => {
  const hear =
    (message: string) =>
    (error: unknown): void => {
      if (isHarmless(error)) return log.warn('connection broke', { error });
      log.error(message, { error });
      leave(message);
    };
  const onException = hear('uncaught exception');
  const onRejection = hear('unhandled rejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  // A log nobody reads any more must not report its own end, for ever.
  const onStdout = (): void => {};
  process.stdout.on('error', onStdout);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
    process.stdout.off('error', onStdout);
  };
};
