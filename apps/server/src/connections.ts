import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getNetwork } from '@yunbiao/services';
import type { ConnectionLimits } from './config-connections.ts';

/** One address's connections; those that only wait, the one that waits longest first. */
type Peer = { open: Set<Socket>; waiting: Set<Socket> };

export type Connections = {
  /** Something is asked on the connection: of those that wait it is the last. */
  touch: (socket: Duplex) => void;
  /** Something is under way on it until the function that is answered is called: it is not ended to make room. */
  hold: (socket: Duplex) => () => void;
  /** Whether anything is under way on it. */
  isHeld: (socket: Duplex) => boolean;
  count: () => number;
};

const remove = (peer: Peer, socket: Socket): void => {
  peer.open.delete(socket);
  peer.waiting.delete(socket);
};

/** Ends the connection that has waited longest, one that still sends excepted. Answers whether there was any. */
const endOldest = (peer: Peer): boolean => {
  for (const socket of peer.waiting) {
    if (socket.writableLength > 0) continue;
    remove(peer, socket);
    socket.destroy();
    return true;
  }
  return false;
};

/**
 * Keeps a server open to newcomers: beyond the limits, of an address or in all, a new connection takes the place of one
 * that only waits, for its first request or for its next, and is refused when none does. Behind a trusted proxy all
 * connections are the proxy's: there only the limit in all counts.
 */
export const guardConnections = (
  server: Server,
  {
    maxConnections,
    maxConnectionsPerAddress,
    trustProxy,
  }: ConnectionLimits & { trustProxy: boolean },
): Connections => {
  const peers = new Map<string, Peer>();
  const known = new WeakMap<Duplex, { peer: Peer; socket: Socket; held: number }>();
  let count = 0;

  /** Who has the most gives way first. */
  const largest = (): Peer | undefined => {
    let found: Peer | undefined;
    for (const peer of peers.values())
      if (peer.waiting.size > 0 && peer.open.size > (found?.open.size ?? 0)) found = peer;
    return found;
  };
  const makeRoom = (own: Peer): boolean => {
    if (!trustProxy && own.open.size >= maxConnectionsPerAddress) return endOldest(own);
    if (count < maxConnections) return true;
    const peer = largest();
    return peer !== undefined && endOldest(peer);
  };

  server.on('connection', (socket: Socket) => {
    const address = getNetwork((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
    const peer = peers.get(address) ?? { open: new Set(), waiting: new Set() };
    if (!makeRoom(peer)) return void socket.destroy();
    peers.set(address, peer);
    peer.open.add(socket);
    peer.waiting.add(socket);
    known.set(socket, { peer, socket, held: 0 });
    count += 1;
    socket.once('close', () => {
      count -= 1;
      remove(peer, socket);
      if (peer.open.size === 0 && peers.get(address) === peer) peers.delete(address);
    });
  });

  return {
    touch: (socket) => {
      const state = known.get(socket);
      if (!state || !state.peer.waiting.delete(state.socket)) return;
      state.peer.waiting.add(state.socket);
    },
    hold: (socket) => {
      const state = known.get(socket);
      if (!state) return () => {};
      state.held += 1;
      state.peer.waiting.delete(state.socket);
      return () => {
        state.held -= 1;
        if (state.held === 0 && state.peer.open.has(state.socket))
          state.peer.waiting.add(state.socket);
      };
    },
    isHeld: (socket) => (known.get(socket)?.held ?? 0) > 0,
    count: () => count,
  };
};
