import {
  type Context,
  createConflictError,
  type NodeCallHandlers,
  openOwnHome,
  readVirtualRollHere,
  setVirtualFaultHere,
} from '@yunbiao/services';
import type { Cluster } from './cluster.ts';
import { createNodeCalls } from './node-calls.ts';

/** What this server does for members who reached another one. That one checked the caller. */
const createHandlers = (ctx: Context): Required<NodeCallHandlers> => ({
  'client-request': ({ clientId, request }) => {
    if (!ctx.clientRequests) throw createConflictError('客户端不在线');
    return ctx.clientRequests.send(clientId, request);
  },
  'virtual-open': async ({ clientId, memberId }) => {
    await openOwnHome(ctx, { id: clientId, memberId });
    return null;
  },
  'virtual-roll': ({ clientId, memberId, after }) =>
    readVirtualRollHere({ ctx, memberId, input: { id: String(clientId), after } }),
  'virtual-switch': ({ clientId, memberId, name, on }) =>
    setVirtualFaultHere({ ctx, memberId, input: { id: String(clientId), name, on } }),
});

/** Lets services reach the other servers, and other servers the services of this one. */
export const connectServices = (ctx: Context, { peers }: Pick<Cluster, 'peers'>): void => {
  if (!peers) return;
  const calls = createNodeCalls(ctx);
  ctx.nodes = { ...peers, call: calls.call };
  calls.serve(createHandlers(ctx));
};
