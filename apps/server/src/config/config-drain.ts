import { ConfigError } from './config-error.ts';

/**
 * Drain with a socket of systemd, s. Longer than the time for which the sample nginx.conf keeps idle
 * connections.
 */
export const DEFAULT_DRAIN_S = 5;
const MAX_DRAIN_S = 300;

/**
 * Reads the seconds between SIGTERM and the end of accepting requests; undefined when not set.
 * @throws ConfigError
 */
export const readDrainSeconds = (
  env: Readonly<Record<string, string | undefined>>,
): number | undefined => {
  const text = env.DRAIN_SECONDS;
  if (!text) return undefined;
  const seconds = Number(text);
  if (!/^\d{1,3}$/.test(text) || seconds > MAX_DRAIN_S)
    throw new ConfigError(`DRAIN_SECONDS 要写成 0–${MAX_DRAIN_S} 的整数，现在是“${text}”。`);
  return seconds;
};
