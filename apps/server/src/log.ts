import type { LogLevel } from './config.ts';

export type Fields = Record<string, unknown>;
export type Log = Record<LogLevel, (message: string, fields?: Fields) => void>;

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
/** Names under which a secret might be handed in by mistake. */
const SECRET = /token|password|secret|authorization|cookie|key$/i;

const plain = (value: unknown, depth = 0): unknown => {
  if (value instanceof Error) {
    return {
      name: value.name,
      message: value.message,
      stack: value.stack,
      ...(value.cause ? { cause: plain(value.cause, depth + 1) } : {}),
    };
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || depth > 4) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET.test(key) ? '[hidden]' : plain(item, depth + 1),
    ]),
  );
};

/** One JSON object a line. Values under names of secrets are hidden. */
export const createLog = (
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log => {
  const from = ORDER.indexOf(level);
  const at =
    (own: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (ORDER.indexOf(own) < from) return;
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level: own, message, ...(plain(fields) as Fields) })}\n`,
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};
