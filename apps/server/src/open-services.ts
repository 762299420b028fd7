import type { Context } from '@yunbiao/services';
import { createContactSenders } from './contact/create-senders.ts';
import { loadCounterKey } from './counter-key.ts';
import { formatLocalOrigin } from './http/local-origin.ts';
import { createDemoPaymentSandbox, type Sandbox } from './pay/sandbox.ts';
import type { Cluster } from './nodes/cluster.ts';
import { connectServices } from './nodes/connect-services.ts';
import type { StartState } from './start-state.ts';
import { createServiceContext } from './startup/create-context.ts';
import { enableVirtualPrinters } from './virtual/enable-virtual.ts';
import type { RunningVirtual } from './virtual/virtual-printers.ts';
import { enableWechatLogin, type OfferedWechat } from './wechat/create-wechat.ts';

export type SiteServices = {
  ctx: Context;
  /** Cashier of the demo. */
  sandbox: Sandbox | undefined;
  /** Null when virtual printers are turned off. */
  virtual: RunningVirtual | null;
  wechat: OfferedWechat;
};

const openDemoPaymentSandbox = ({
  config,
  log,
  claimedPort,
  closers,
}: StartState): Sandbox | undefined => {
  if (config.mode !== 'demo') return undefined;
  const sandbox = createDemoPaymentSandbox(
    config,
    log,
    formatLocalOrigin(config.host, claimedPort.port),
  );
  closers.push(sandbox.stop);
  return sandbox;
};

/**
 * Creates the context of the service functions, with the vendors that the configuration enables.
 */
export const openServices = async (
  state: StartState,
  db: Context['db'],
  cluster: Cluster,
): Promise<SiteServices> => {
  const { config, log, claimedPort, closers } = state;
  const baseContext = createServiceContext(config, db, log, cluster);
  baseContext.settings.counterKey = await loadCounterKey(config);
  const sandbox = openDemoPaymentSandbox(state);
  const ctx = sandbox
    ? { ...baseContext, channels: { ...baseContext.channels, sandbox: sandbox.channel } }
    : baseContext;
  const virtual = enableVirtualPrinters(config, ctx, claimedPort.port);
  const wechat = enableWechatLogin(config, ctx, claimedPort.port);
  const contact = createContactSenders(config, ctx);
  ctx.contact = contact;
  closers.push(contact.stop);
  // Other servers may call from here on.
  connectServices(ctx, cluster);
  await ctx.files.check?.();
  return { ctx, sandbox, virtual, wechat };
};
