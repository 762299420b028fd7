import { createServer, type Server } from 'node:http';

/** Connections at once; beyond, new ones wait in the system's queue instead of exhausting the process. */
const MAX_CONNECTIONS = 4000;

/** A server that nobody can hold on to for long. */
export const createHttpServer = (): Server => {
  const server = createServer({ maxHeaderSize: 16_384 });
  // The defaults allow a minute of header trickle and any number of connections.
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 20_000;
  server.maxHeadersCount = 100;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
};
