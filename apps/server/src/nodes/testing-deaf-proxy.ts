import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Type of the message NotificationResponse of PostgreSQL's protocol (version 3, message formats). */
const NOTIFICATION = 'A'.charCodeAt(0);
/** A message is a byte for its type and its length, which counts itself. */
const HEADER_BYTES = 5;

/** Passes the messages of PostgreSQL on, except notifications. */
const forwardMessages = (server: Socket, client: Socket): void => {
  let rest = Buffer.alloc(0);
  server.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= HEADER_BYTES && rest.length > rest.readUInt32BE(1)) {
      const length = rest.readUInt32BE(1) + 1;
      if (rest[0] !== NOTIFICATION) client.write(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
};

/** A proxy of PostgreSQL through which `listen` succeeds, and nothing is ever delivered. */
export const startDeafProxy = async (
  databaseUrl: string,
): Promise<{ url: string; close: () => void }> => {
  const target = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    sockets.push(client, server);
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const)
      socket.on('error', () => {}).on('close', () => peer.destroy());
    client.pipe(server);
    forwardMessages(server, client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
};
