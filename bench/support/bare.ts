import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that does nothing: its latency measures the machine, not the site. Reports its port. */
const server = createServer((_req, res) => res.end('ok\n'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
);
process.once('disconnect', () => process.exit());
