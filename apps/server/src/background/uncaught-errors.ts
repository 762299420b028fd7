import type { Log } from '../log.ts';

/** Codes of broken connections. They leave the process in a valid state. */
const DISCONNECT_CODES = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);

const isDisconnectError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && DISCONNECT_CODES.has(String(error.code))));

/**
 * Handles uncaught errors. The process state is unknown afterwards, so `shutDown` accepts no new work,
 * finishes pending work and ends the process; the supervisor restarts it. A broken connection is
 * only logged. Returns a function that removes the handlers.
 */
export const handleUncaughtErrors = (
  log: Log,
  shutDown: (reason: string) => void,
): (() => void) => {
  const createErrorHandler =
    (message: string) =>
    (error: unknown): void => {
      if (isDisconnectError(error)) return log.warn('connection broke', { error });
      log.error(message, { error });
      shutDown(message);
    };
  const onException = createErrorHandler('uncaught exception');
  const onRejection = createErrorHandler('unhandled rejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  // If stdout is closed, logging its error would fail again and loop forever.
  const ignoreStdoutError = (): void => {};
  process.stdout.on('error', ignoreStdoutError);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
    process.stdout.off('error', ignoreStdoutError);
  };
};
