import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRateLimitNetwork } from '@yunbiao/services';
import type { ConnectionLimits } from '../config/config-connections.ts';

/** Connections of one address. `waiting` holds idle ones, longest idle first. */
type Peer = { open: Set<Socket>; waiting: Set<Socket> };
/** `held`: number of protections. A protected connection does not wait. */
type SocketState = { peer: Peer; socket: Socket; held: number };

export type Connections = {
  /** A request starts on the connection: it moves to the end of the idle order. */
  markActive: (socket: Duplex) => void;
  /** Protects the connection from eviction until the returned function is called. */
  protect: (socket: Duplex) => () => void;
  /** Whether a request is pending on the connection. */
  isProtected: (socket: Duplex) => boolean;
  count: () => number;
  list: () => Socket[];
};

const removePeerSocket = (peer: Peer, socket: Socket): void => {
  peer.open.delete(socket);
  peer.waiting.delete(socket);
};

/**
 * Closes the connection that has been idle longest, except one that is still sending. Returns
 * whether it closed one.
 */
const closeLongestIdleConnection = (peer: Peer): boolean => {
  for (const socket of peer.waiting) {
    if (socket.writableLength > 0) continue;
    removePeerSocket(peer, socket);
    socket.destroy();
    return true;
  }
  return false;
};

/** Finds the address with the most connections, some of them idle: it loses one first. */
const findLargestPeerWithIdleSocket = (peers: Iterable<Peer>): Peer | undefined => {
  let largestPeer: Peer | undefined;
  for (const peer of peers)
    if (peer.waiting.size > 0 && peer.open.size > (largestPeer?.open.size ?? 0)) largestPeer = peer;
  return largestPeer;
};

/** Protects a connection from eviction until the returned function is called. */
const protectSocketFromEviction = (state: SocketState): (() => void) => {
  state.held += 1;
  state.peer.waiting.delete(state.socket);
  return () => {
    state.held -= 1;
    if (state.held === 0 && state.peer.open.has(state.socket)) state.peer.waiting.add(state.socket);
  };
};

/**
 * Keeps a server open to new connections. When the limit per address or in total is reached, a new
 * connection replaces an idle one; without an idle one it is rejected. Behind a trusted proxy all
 * connections come from the proxy, so only the total limit applies.
 */
export const limitServerConnections = (
  server: Server,
  {
    maxConnections,
    maxConnectionsPerAddress,
    trustProxy,
  }: ConnectionLimits & { trustProxy: boolean },
): Connections => {
  const peers = new Map<string, Peer>();
  const states = new WeakMap<Duplex, SocketState>();
  let count = 0;

  const makeConnectionRoom = (own: Peer): boolean => {
    if (!trustProxy && own.open.size >= maxConnectionsPerAddress)
      return closeLongestIdleConnection(own);
    if (count < maxConnections) return true;
    const peer = findLargestPeerWithIdleSocket(peers.values());
    return peer !== undefined && closeLongestIdleConnection(peer);
  };

  server.on('connection', (socket: Socket) => {
    const address = getRateLimitNetwork((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
    const peer = peers.get(address) ?? { open: new Set(), waiting: new Set() };
    if (!makeConnectionRoom(peer)) return void socket.destroy();
    peers.set(address, peer);
    peer.open.add(socket);
    peer.waiting.add(socket);
    states.set(socket, { peer, socket, held: 0 });
    count += 1;
    socket.once('close', () => {
      count -= 1;
      removePeerSocket(peer, socket);
      if (peer.open.size === 0 && peers.get(address) === peer) peers.delete(address);
    });
  });

  return {
    markActive: (socket) => {
      const state = states.get(socket);
      if (!state || !state.peer.waiting.delete(state.socket)) return;
      state.peer.waiting.add(state.socket);
    },
    protect: (socket) => {
      const state = states.get(socket);
      return state ? protectSocketFromEviction(state) : () => {};
    },
    isProtected: (socket) => (states.get(socket)?.held ?? 0) > 0,
    count: () => count,
    list: () => [...peers.values()].flatMap((peer) => [...peer.open]),
  };
};
