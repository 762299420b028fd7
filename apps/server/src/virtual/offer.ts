import type { Context } from '@yunbiao/services';
import type { Config } from '../config.ts';
import { ownOrigin } from '../own-origin.ts';
import { createVirtualPrinters, type RunningVirtual } from './virtual-printers.ts';

/** Lets verbs open virtual printers, unless they are turned off. Nothing runs until one is opened. */
export const offerVirtual = (config: Config, ctx: Context, port: number): RunningVirtual | null => {
  const { virtualPrinters: max, dataDir } = config;
  if (max === 0) return null;
  const server = ownOrigin(config.host, port);
  const virtual = createVirtualPrinters({ ctx, dataDir, max, server });
  ctx.virtual = virtual;
  return virtual;
};
