import { ConfigError } from './config-error.ts';

/**
 * The first virtual printer starts a process of 110 MB; each further one takes half a MB and a
 * port.
 */
const DEFAULT_COUNT = 20;
const MAX_COUNT = 1_000;

/**
 * Reads the maximum number of open virtual printers; 0 disables them.
 * @throws ConfigError
 */
export const readMaxVirtualPrinters = (
  env: Readonly<Record<string, string | undefined>>,
): number => {
  const text = env.VIRTUAL_PRINTERS || String(DEFAULT_COUNT);
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count > MAX_COUNT)
    throw new ConfigError(
      `VIRTUAL_PRINTERS 要写成 0–${MAX_COUNT} 的整数，0 是不开，现在是“${text}”。`,
    );
  return count;
};
