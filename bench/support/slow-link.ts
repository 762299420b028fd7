import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type SlowLink = { url: string; close: () => Promise<void> };

/** Bytes sent at once: connections share the link in packets of this size. */
const PACKET = 4_096;

/** Bytes in flight on one connection. */
type Flow = { to: Socket; waiting: Buffer[]; isEnded: boolean };

const takeChunk = (flow: Flow): Buffer | undefined => {
  const [first, ...rest] = flow.waiting;
  if (!first) return undefined;
  flow.waiting = first.length > PACKET ? [first.subarray(PACKET), ...rest] : rest;
  return first.subarray(0, PACKET);
};

type Speed = { rttMs: number; throughputKbps: number };

/** Sends the packets of all flows in turns over one bandwidth. */
const createSender = ({ rttMs, throughputKbps }: Speed) => {
  const bytesAMs = throughputKbps / 8;
  const flows = new Set<Flow>();
  let freeAt = 0;
  let isGoing = false;
  const forwardChunks = async (): Promise<void> => {
    if (isGoing) return;
    isGoing = true;
    for (let sent = true; sent;) {
      sent = false;
      for (const flow of flows) {
        const packet = takeChunk(flow);
        if (packet) {
          sent = true;
          freeAt = Math.max(freeAt, performance.now()) + packet.length / bytesAMs;
          const wait = freeAt - performance.now();
          if (wait > 0) await sleep(wait);
          setTimeout(() => void flow.to.write(packet), rttMs / 2);
        } else if (flow.isEnded) {
          flows.delete(flow);
          setTimeout(() => void flow.to.end(), rttMs / 2);
        }
      }
    }
    isGoing = false;
  };
  return { flows, go: forwardChunks };
};

/**
 * A mobile network in front of a local server: every connection starts with a round trip, each byte
 * takes half of one, and all downloads share the bandwidth in turns. Unlike the browser's own
 * emulation it includes connection setup.
 */
export const slowLink = async (port: number, speed: Speed): Promise<SlowLink> => {
  const { rttMs } = speed;
  const { flows, go } = createSender(speed);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const flow: Flow = { to: near, waiting: [], isEnded: false };
    flows.add(flow);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // The browser may drop connections at any time.
      socket.on('error', () => socket.destroy());
    }
    const openAt = performance.now() + rttMs;
    near.on('data', (bytes) => {
      const wait = Math.max(0, openAt - performance.now()) + rttMs / 2;
      setTimeout(() => far.writable && far.write(bytes), wait);
    });
    near.on('close', () => {
      flows.delete(flow);
      far.destroy();
    });
    far.on('data', (bytes) => {
      flow.waiting.push(bytes);
      void go();
    });
    far.on('end', () => {
      flow.isEnded = true;
      void go();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
