import { ConfigError } from './config-error.ts';

/** The first takes a process of 110 MB, each more half a MB, and a port of the machine. */
const USUAL = 20;
const MOST = 1_000;

/** Virtual printers that may be open at once; 0 turns them off. @throws ConfigError */
export const listVirtualPrinters = (env: Readonly<Record<string, string | undefined>>): number => {
  const text = env.VIRTUAL_PRINTERS || String(USUAL);
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count > MOST)
    throw new ConfigError(`VIRTUAL_PRINTERS 要写成 0–${MOST} 的整数，0 是不开，现在是“${text}”。`);
  return count;
};
