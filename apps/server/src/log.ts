import type { LogLevel } from './config/config.ts';

export type Fields = Record<string, unknown>;
export type Log = Record<LogLevel, (message: string, fields?: Fields) => void>;

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
/** Field names that may hold a secret by mistake. */
const SECRET = /token|password|secret|authorization|cookie|key$/i;

const toLoggable = (value: unknown, depth = 0): unknown => {
  if (value instanceof Error) {
    return {
      name: value.name,
      message: value.message,
      stack: value.stack,
      ...('code' in value ? { code: toLoggable(value.code, depth + 1) } : {}),
      ...(value.cause && depth < 4 ? { cause: toLoggable(value.cause, depth + 1) } : {}),
    };
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // The depth limit also stops at circular references.
  if (depth > 4) return '[…]';
  if (Array.isArray(value)) return value.map((item) => toLoggable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET.test(key) ? '[hidden]' : toLoggable(item, depth + 1),
    ]),
  );
};

/** Never throws. An entry that cannot be serialized is logged as `unwritable`. */
const formatLogEntry = (head: Fields, fields: Fields): string => {
  try {
    return JSON.stringify({ ...head, ...(toLoggable(fields) as Fields) });
  } catch (error) {
    return JSON.stringify({ ...head, unwritable: String(error) });
  }
};

/** Logs one JSON object per line. Redacts values of fields with names of secrets. */
export const createLog = (
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log => {
  const minLevel = ORDER.indexOf(level);
  const createLevelLogger =
    (level: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (ORDER.indexOf(level) < minLevel) return;
      const head = { time: new Date().toISOString(), level, message };
      write(`${formatLogEntry(head, fields)}\n`);
    };
  return {
    debug: createLevelLogger('debug'),
    info: createLevelLogger('info'),
    warn: createLevelLogger('warn'),
    error: createLevelLogger('error'),
  };
};
