import { ConfigError } from './config-error.ts';

export type ConnectionLimits = {
  /** Open connections in total. */
  maxConnections: number;
  /** Open connections per address, and also pending requests per address. */
  maxConnectionsPerAddress: number;
};

/**
 * A browser opens six connections. Enough for an office of eighty people behind one address, or for
 * a shop's print clients.
 */
export const DEFAULT_CONNECTIONS: ConnectionLimits = {
  maxConnections: 4_000,
  maxConnectionsPerAddress: 512,
};

const readConnectionCount = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  defaultCount: number,
): number => {
  const text = env[name] || String(defaultCount);
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < 16)
    throw new ConfigError(`${name} 要写成 16–999999 的整数，现在是“${text}”。`);
  return count;
};

/**
 * Reads the connection limits of the process.
 * @throws ConfigError
 */
export const readConnectionLimits = (
  env: Readonly<Record<string, string | undefined>>,
): ConnectionLimits => ({
  maxConnections: readConnectionCount(env, 'MAX_CONNECTIONS', DEFAULT_CONNECTIONS.maxConnections),
  maxConnectionsPerAddress: readConnectionCount(
    env,
    'MAX_CONNECTIONS_PER_ADDRESS',
    DEFAULT_CONNECTIONS.maxConnectionsPerAddress,
  ),
});
