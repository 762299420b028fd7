import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Creates an HTTP server with timeouts against slow clients. `connections.ts` limits the number of
 * connections.
 */
export const createHttpServer = (): Server => {
  const server = createServer({
    maxHeaderSize: 16_384,
    // Below the 64 KB that Node reads at once: Node then reads only one chunk of a body that no
    // handler reads.
    highWaterMark: 32_768,
    // From the first byte, or from the start of a connection that sends nothing.
    headersTimeout: 15_000,
    // For the full request. Bodies that come too slowly are ended much earlier
    // (`api/input/body-slots.ts`).
    requestTimeout: 300_000,
    keepAliveTimeout: 20_000,
    // Interval of the checks for the two timeouts above. Node's default is 30 s.
    connectionsCheckingInterval: 2_000,
    // Java's HTTP client offers HTTP/2 in each first request (RFC 9110 §7.8). Ignore all upgrades
    // except WebSocket.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxHeadersCount = 100;
  // Idle timeout. `slow-readers.ts` closes connections of slow readers. Live streams send an event
  // every 15 s.
  server.timeout = 60_000;
  return server;
};

/** Maximum time to send a rejection, ms. */
const REJECTION_TIMEOUT_MS = 1_000;

/**
 * Sends a status on a raw socket and destroys it. `end` is not enough: a peer that keeps its side
 * open would keep the file descriptor in use.
 */
export const sendStatusAndDestroySocket = (
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), REJECTION_TIMEOUT_MS);
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

/** Status for a malformed or incomplete request. */
export const getClientErrorStatus = (error: Error): number =>
  STATUS_OF['code' in error ? String(error.code) : ''] ?? 400;
