import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context, ClientRequests } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';

const RECONNECTING_MESSAGE = '网站刚重新启动，客户端还没有连回来，几秒后重试';
const OFFLINE_MESSAGE =
  '客户端不在线，或者版本旧，不认得这件事；打开那台电脑上的打印客户端，或更新它';

/** Routes discovery requests to connected clients that support them. */
export const createDiscoveryRequestRouter = (): ClientRequests => {
  const handlers = new Map<number, (request: DiscoveryRequest) => Promise<DiscoveryResult>>();
  return {
    send: async (clientId, discoveryRequest) => {
      const handleRequest = handlers.get(clientId);
      if (!handleRequest) throw createConflictError(OFFLINE_MESSAGE);
      return handleRequest(discoveryRequest);
    },
    attach: (clientId, take) => {
      handlers.set(clientId, take);
      return () => {
        // A newer connection may have replaced this one.
        if (handlers.get(clientId) === take) handlers.delete(clientId);
      };
    },
  };
};

/**
 * Sends a discovery request to a client and returns its result.
 * @throws 409 with the client's message if it failed or is offline; 503 if it did not answer
 */
export const sendDiscoveryRequest = async (
  ctx: Context,
  { id: clientId, node_id: nodeId }: Pick<Selectable<ClientTable>, 'id' | 'node_id'>,
  request: DiscoveryRequest,
): Promise<DiscoveryResult> => {
  if (!ctx.clientRequests) throw createConflictError(OFFLINE_MESSAGE);
  const place = nodeId === null ? 'gone' : ctx.presence.locateNode(nodeId);
  if (place === 'expected') throw createConflictError(RECONNECTING_MESSAGE);
  const response =
    place === 'elsewhere' && nodeId !== null && ctx.nodes
      ? await ctx.nodes.call(nodeId, 'client-request', { clientId, request })
      : await ctx.clientRequests.send(clientId, request);
  if (!response.ok) throw createConflictError(response.text || '客户端没有完成');
  return response;
};
