import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, GATEWAY_PATH } from '@yunbiao/contract/gateway';
import {
  actingAs,
  type Context,
  findKey,
  type Logger,
  mayComeFrom,
  noteAddress,
} from '@yunbiao/services';
import { WebSocketServer } from 'ws';
import { refuseSocket } from '../http-server.ts';
import { createTurns } from '../turns.ts';
import { createWorkBudget, type WorkBudget } from '../work-budget.ts';
import type { Connection } from './connection-types.ts';
import { serveConnection } from './connection.ts';
import { createFailures } from './failures.ts';
import { startLooking } from './look.ts';
import { createRoster } from './roster.ts';
import { proveRevoked, readBearer } from './upgrade-key.ts';
import { createUpgradeQueue } from './upgrade-queue.ts';

const MAX_PAYLOAD = 1024 * 1024;
/** A dead peer is noticed within twice this. */
const HEARTBEAT_MS = 12_000;
/** Clients of the process before have come back by then: they try at least every 15 s. */
const RETURN_MS = 45_000;
const GOING_AWAY = 1001;

export type GatewayOptions = {
  server: Server;
  ctx: Context;
  log?: Logger;
  /** Of each member; left out: one of the gateway's own. */
  budget?: WorkBudget;
  /** The caller's address; behind a proxy it is not the socket's. */
  getAddress?: (request: IncomingMessage) => string;
  /** Upgrades of other paths on this server have another handler. */
  isShared?: boolean;
  /** Until the hello, between looks whether a peer is there, until clients of the process before are away, `stayMs` of a connection; ms. */
  patience?: { helloMs?: number; heartbeatMs?: number; returnMs?: number; stayMs?: number };
};

export type Gateway = {
  /** At once: nothing more is leased, moved or expired, and no client is let in. The database is another server's. */
  halt: () => void;
  /** Sends every client away to come back later, after what it sent has been handled. */
  close: () => Promise<void>;
};

/** Serves print agents on the upgrade path of an HTTP server. */
export const attachGateway = ({
  server,
  ctx,
  log = ctx.log,
  budget = createWorkBudget({ now: ctx.now, sleep: ctx.sleep }),
  getAddress,
  isShared = false,
  patience: { helloMs, stayMs, heartbeatMs = HEARTBEAT_MS, returnMs = RETURN_MS } = {},
}: GatewayOptions): Gateway => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    // A frame a turn of the event loop: what one read brings may be thousands.
    allowSynchronousEvents: false,
  });
  const { pause } = createTurns();
  const failures = createFailures(ctx);
  let closing = false;
  let halted = false;
  const roster = createRoster(ctx, () => closing);
  const serving = new Set<Connection>();
  const address = getAddress ?? ((request) => request.socket.remoteAddress ?? '');

  const awaitUpgrade = createUpgradeQueue(budget);

  const admit = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const from = address(request);
    if (closing || halted) return refuseSocket(socket, 503);
    const key = readBearer(request);
    const client = key && !failures.isRefused(key) ? await findKey({ ctx, key }) : null;
    if (!client) return refuseSocket(socket, (await failures.add(from, key)) ? 429 : 401);
    if (client.revoked_at !== null)
      return refuseSocket(socket, 401, proveRevoked(request, client.key_hash));
    const comer = { memberId: client.member_id, address: from };
    if (client.is_virtual === 0 && !(await mayComeFrom(ctx, comer))) {
      await noteAddress(ctx, { ...comer, who: `client:${client.id}`, what: 'connect' });
      return refuseSocket(socket, 403);
    }
    if (!(await awaitUpgrade(client, socket))) return refuseSocket(socket, 429);
    if (closing || halted) return refuseSocket(socket, 503);
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const place = roster.enter(client.id);
      const connection = serveConnection({
        ctx: actingAs(ctx, { kind: 'agent', clientId: client.id }),
        socket: ws,
        budget,
        pause,
        client: {
          id: client.id,
          memberId: client.member_id,
          name: client.name,
          isVirtual: client.is_virtual === 1,
        },
        address: from,
        helloMs,
        stayMs,
        isHalted: () => halted,
        claim: place.claim,
        onAccepted: roster.add,
        onClosed: (ended) => {
          serving.delete(ended);
          roster.remove(ended);
        },
      });
      serving.add(connection);
      place.join(connection);
    });
  };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // The HTTP parser has let go of the socket: without a listener an error on it would be the process's.
    socket.on('error', () => socket.destroy());
    // Cut, not parsed: a request target may be anything.
    if (request.url?.split('?', 1)[0] !== GATEWAY_PATH) {
      if (!isShared) refuseSocket(socket, 404);
      return;
    }
    admit(request, socket, head).catch((error: unknown) => {
      log.error('gateway', { error: String(error) });
      refuseSocket(socket, 503);
    });
  };
  server.on('upgrade', onUpgrade);

  const closeFromElsewhere = async (memberId: number): Promise<void> => {
    for (const connection of roster.all()) {
      const { address: from } = connection;
      if (connection.memberId !== memberId || connection.isVirtual) continue;
      if (!(await mayComeFrom(ctx, { memberId, address: from })))
        connection.close(CLOSE.address, 'address');
    }
  };

  const looking = startLooking({ ctx, log, list: roster.all, returnMs });
  const heartbeat = setInterval(() => {
    for (const connection of serving) connection.heartbeat();
  }, heartbeatMs);
  const offs = [
    ctx.bus.on('client-work', ({ clientId }) => roster.get(clientId)?.wake()),
    ctx.bus.on('client-revoked', ({ clientId }) =>
      roster.get(clientId)?.close(CLOSE.revoked, 'revoked'),
    ),
    ctx.bus.on('addresses-changed', ({ memberId }) => {
      closeFromElsewhere(memberId).catch((error: unknown) =>
        log.error('gateway', { error: String(error) }),
      );
    }),
  ];

  return {
    halt: () => {
      halted = true;
      looking.stop();
    },
    close: async () => {
      closing = true;
      looking.stop();
      clearInterval(heartbeat);
      for (const off of offs) off();
      server.off('upgrade', onUpgrade);
      const all = [...serving];
      for (const connection of all) connection.close(GOING_AWAY, 'restart');
      await Promise.all(all.map((connection) => connection.idle()));
      await looking.idle();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};
