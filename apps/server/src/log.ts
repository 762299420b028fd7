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
      ...('code' in value ? { code: plain(value.code, depth + 1) } : {}),
      ...(value.cause && depth < 4 ? { cause: plain(value.cause, depth + 1) } : {}),
    };
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // Deeper, it may go round in circles.
  if (depth > 4) return '[…]';
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET.test(key) ? '[hidden]' : plain(item, depth + 1),
    ]),
  );
};

/** Whoever logs has trouble enough: what cannot be written is said to be so. */
const getText = (head: Fields, fields: Fields): string => {
  try {
    return JSON.stringify({ ...head, ...(plain(fields) as Fields) });
  } catch (error) {
    return JSON.stringify({ ...head, unwritable: String(error) });
  }
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
      const head = { time: new Date().toISOString(), level: own, message };
      write(`${getText(head, fields)}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};
