import type { Context } from '@yunbiao/services';
import type { Config } from '../config.ts';
import { createVirtualPrinters, type RunningVirtual } from './virtual-printers.ts';

/** Listening on every address includes this machine's own. */
const OWN: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '[::1]',
  '[::]': '[::1]',
};

/** The site as its own machine reaches it, past any proxy. */
const ownOrigin = (host: string, port: number): string => {
  const own = OWN[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return `http://${own}:${port}`;
};

/** Lets verbs open virtual printers, unless they are turned off. Nothing runs until one is opened. */
export const offerVirtual = (config: Config, ctx: Context, port: number): RunningVirtual | null => {
  const { virtualPrinters: max, dataDir } = config;
  if (max === 0) return null;
  const server = ownOrigin(config.host, port);
  const virtual = createVirtualPrinters({ ctx, dataDir, max, server });
  ctx.virtual = virtual;
  return virtual;
};
