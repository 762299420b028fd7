import { ConfigError } from './config-error.ts';

export type ConnectionLimits = {
  /** Open at once, in all. */
  maxConnections: number;
  /** Of one address, and requests under way of one address. */
  maxConnectionsPerAddress: number;
};

/** A browser has six: an office of eighty people behind one address, all at once, or the shop's print clients. */
export const DEFAULT_CONNECTIONS: ConnectionLimits = {
  maxConnections: 4_000,
  maxConnectionsPerAddress: 512,
};

const readCount = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
): number => {
  const text = env[name] || String(fallback);
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < 16)
    throw new ConfigError(`${name} 要写成 16–999999 的整数，现在是“${text}”。`);
  return count;
};

/** How many connections the process takes. @throws ConfigError */
export const listConnections = (
  env: Readonly<Record<string, string | undefined>>,
): ConnectionLimits => ({
  maxConnections: readCount(env, 'MAX_CONNECTIONS', DEFAULT_CONNECTIONS.maxConnections),
  maxConnectionsPerAddress: readCount(
    env,
    'MAX_CONNECTIONS_PER_ADDRESS',
    DEFAULT_CONNECTIONS.maxConnectionsPerAddress,
  ),
});
