import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Balancer = {
  url: string;
  close: () => Promise<void>;
};

/** Resolves with null when the server does not accept. */
const tryConnect = (port: number): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });

const forward = async (
  from: Socket,
  ports: readonly number[],
  first: number,
): Promise<Socket | null> => {
  for (let n = 0; n < ports.length; n += 1) {
    const to = await tryConnect(ports[(first + n) % ports.length] ?? 0);
    if (!to) continue;
    for (const socket of [from, to]) socket.on('error', () => socket.destroy());
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
    from.pipe(to).pipe(from);
    return to;
  }
  from.destroy();
  return null;
};

/**
 * A load balancer of TCP connections without stickiness: each goes to the next server that accepts.
 */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((from) => {
    sockets.add(from);
    from.on('close', () => sockets.delete(from));
    from.on('error', () => from.destroy());
    count += 1;
    void forward(from, ports, count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
