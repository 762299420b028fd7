import type { Context } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import { formatLocalOrigin } from '../http/local-origin.ts';
import { createVirtualPrinters, type RunningVirtual } from './virtual-printers.ts';

/**
 * Enables virtual printers unless they are turned off. No process starts until a printer is opened.
 */
export const enableVirtualPrinters = (
  config: Config,
  ctx: Context,
  port: number,
): RunningVirtual | null => {
  const { virtualPrinters, dataDir } = config;
  if (virtualPrinters === 0) return null;
  const server = formatLocalOrigin(config.host, port);
  const virtual = createVirtualPrinters({ ctx, dataDir, max: virtualPrinters, server });
  ctx.virtual = virtual;
  return virtual;
};
