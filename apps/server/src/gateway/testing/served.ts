import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import { computeSha256 } from '@yunbiao/services';
import { addClient, type TestContext } from '@yunbiao/services/testing';
import WebSocket, { type ClientOptions } from 'ws';
import { attachGateway, type Gateway, type GatewayOptions } from '../attach.ts';

/** A gateway with its own server. */
export type Served = {
  server: Server;
  gateway: Gateway;
  port: number;
  /** Opens a print client's socket; it may not be connected yet. */
  dial: (key: string, options?: ClientOptions) => WebSocket;
  countConnections: () => Promise<number>;
  close: () => Promise<void>;
};

export const serveGateway = async (options: Omit<GatewayOptions, 'server'>): Promise<Served> => {
  const server = createServer();
  const gateway = attachGateway({ ...options, server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    server,
    gateway,
    port,
    dial: (key, { headers, ...others } = {}) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${GATEWAY_PATH}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...others,
      });
      // Tests observe the close of the socket, not its errors.
      socket.on('error', () => {});
      return socket;
    },
    countConnections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    close: async () => {
      await gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Adds a client with this key. Returns its id. */
export const addKeyedClient = async (
  ctx: TestContext,
  { memberId, softwareId, key }: { memberId: number; softwareId: number; key: string },
): Promise<number> => {
  const id = await addClient(ctx, memberId, softwareId);
  await ctx.db.kysely
    .updateTable('client')
    .set({ key_hash: computeSha256(key) })
    .where('id', '=', id)
    .execute();
  return id;
};
