import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A server that nobody can hold on to for long. How many connections it takes is for `connections.ts` to say. */
export const createHttpServer = (): Server => {
  const server = createServer({
    maxHeaderSize: 16_384,
    // Less than the 64 KB Node reads at once: of a body nobody has asked for yet, one such piece is read and not two.
    highWaterMark: 32_768,
    // From the first byte, and for a connection that sends none from its beginning.
    headersTimeout: 15_000,
    // The whole request; bodies that come too slowly are ended long before (`api/input/bodies.ts`).
    requestTimeout: 300_000,
    keepAliveTimeout: 20_000,
    // The two above are looked after this often; left out, every 30 s.
    connectionsCheckingInterval: 2_000,
    // Java's own client offers HTTP/2 with each first request (RFC 9110 §7.8): what nobody here speaks is passed over.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxHeadersCount = 100;
  // Nothing sent or taken for so long; `slow-readers.ts` ends who takes next to nothing. Live streams say something every 15 s.
  server.timeout = 60_000;
  return server;
};

/** Longest wait for a refusal to be on its way. */
const LAST_WORD_MS = 1_000;

/**
 * Says a status on a bare socket and frees it. Ending is not enough: a peer that keeps its own side open would keep the
 * descriptor.
 */
export const refuseSocket = (
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), LAST_WORD_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  const words = STATUS_CODES[status] ?? '';
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${head}\r\n`, () => socket.destroy());
};

const STATUS_OF: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What a request that is none, or never becomes whole, is answered with. */
export const statusOfClientError = (error: Error): number =>
  STATUS_OF['code' in error ? String(error.code) : ''] ?? 400;
