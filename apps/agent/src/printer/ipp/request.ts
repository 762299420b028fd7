import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { getErrorCode } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import { decodeIppAnswer, NotIppError } from './decode.ts';
import type { Answer } from './decode.ts';

/** Opens connections, with the request headers for them. */
export type IppEndpoint = {
  /** Opens a connection. Throws UnreachableError. */
  open: () => Promise<Socket>;
  /** Values for the HTTP request: `Host` header, path and further headers. */
  host: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * Maximum response size, bytes. Printer attributes take about 50 kB, a list of 500 jobs about 200
 * kB.
 */
const MAX_BYTES = 2 * 1024 * 1024;
/** Chunk size of the request body. */
const CHUNK_BYTES = 16 * 1024;
/** Timeout for each chunk of the request, and for the complete response after the last one, ms. */
const STEP_TIMEOUT_MS = 20_000;
/** Timeout for the complete exchange, ms. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;

/** Maximum number of interim responses (HTTP 1xx). */
const MAX_INTERIM_RESPONSES = 16;

const HTTP_ERRORS: Readonly<Record<number, string>> = {
  401: '它要用户名和密码',
  403: '它不许这台电脑打印',
  404: '这个地址上没有打印机',
  426: '它只收加密的连接，地址改用 ipps://',
};

const readIppBody = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BYTES) throw new NotIppError('太长');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const readAnswer = async (response: IncomingMessage): Promise<Answer> => {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw new NotIppError(HTTP_ERRORS[statusCode] ?? `HTTP ${statusCode}`);
  if (!/^application\/ipp\b/i.test(headers['content-type'] ?? ''))
    throw new NotIppError('不是 IPP');
  return decodeIppAnswer(await readIppBody(response));
};

/** Destroys a connection after a stalled step, or when the exchange takes too long. */
const createTimeouts = (socket: Socket) => {
  const abortSocket = (): void =>
    void socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
  const total = setTimeout(abortSocket, REQUEST_TIMEOUT_MS);
  let step = setTimeout(abortSocket, STEP_TIMEOUT_MS);
  return {
    recordProgress: () => {
      clearTimeout(step);
      step = setTimeout(abortSocket, STEP_TIMEOUT_MS);
    },
    clear: () => {
      clearTimeout(step);
      clearTimeout(total);
    },
  };
};

/** Writes a body in chunks. Each accepted chunk counts as progress. */
const writeBody = (request: ClientRequest, body: Uint8Array, onProgress: () => void): void => {
  const writeBodyFrom = (at: number): void => {
    if (at >= body.length) return void request.end(onProgress);
    request.write(body.subarray(at, at + CHUNK_BYTES), (error) => {
      if (error) return;
      onProgress();
      writeBodyFrom(at + CHUNK_BYTES);
    });
  };
  writeBodyFrom(0);
};

/**
 * Sends one request over its own connection and reads the response. `onStart` is called after
 * connecting, immediately before the first byte.
 * @throws UnreachableError when no byte was sent, LostAnswerError otherwise
 */
export const sendIppRequest = async (
  endpoint: IppEndpoint,
  parts: readonly Uint8Array[],
  onStart: () => void = () => undefined,
): Promise<Answer> => {
  const socket = await endpoint.open();
  onStart();
  const timeouts = createTimeouts(socket);
  try {
    const body = Buffer.concat(parts);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest({
        createConnection: () => socket,
        method: 'POST',
        path: endpoint.path,
        headers: {
          Host: endpoint.host,
          'Content-Type': 'application/ipp',
          'Content-Length': body.length,
          Connection: 'close',
          ...endpoint.headers,
        },
      });
      let interimResponses = 0;
      request.on('information', () => {
        interimResponses += 1;
        if (interimResponses > MAX_INTERIM_RESPONSES) request.destroy(new NotIppError('太长'));
      });
      request.once('response', resolve);
      request.once('error', reject);
      writeBody(request, body, timeouts.recordProgress);
    });
    return await readAnswer(response);
  } catch (error) {
    const reason = error instanceof NotIppError ? error.message : getErrorCode(error);
    throw new LostAnswerError(reason);
  } finally {
    timeouts.clear();
    socket.destroy();
  }
};
