import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { getCode } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import { decodeAnswer, NotIppError } from './decode.ts';
import type { Answer } from './decode.ts';

/** An open connection that nothing has been sent on, and what a request on it says of itself. */
export type Line = {
  /** @throws UnreachableError */
  open: () => Promise<Socket>;
  /** Of the HTTP request: `Host`, path, and who asks. */
  host: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
};

/** Attributes of a printer are some 50 kB, a list of 500 jobs some 200 kB. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Of a request, written at a time. */
const PIECE_BYTES = 16 * 1024;
/** Longest that a piece of a request is not taken; and from its last one to the end of the answer. */
const ANSWER_MS = 20_000;
/** From the first byte of a request to the last one of its answer, however steadily it is taken. */
const MAX_REQUEST_MS = 5 * 60_000;

/** Interim answers (HTTP 1xx) in front of an answer. */
const MAX_HINTS = 16;

const HTTP_WORDS: Readonly<Record<number, string>> = {
  401: '它要用户名和密码',
  403: '它不许这台电脑打印',
  404: '这个地址上没有打印机',
  426: '它只收加密的连接，地址改用 ipps://',
};

const getBody = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BYTES) throw new NotIppError('太长');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const read = async (response: IncomingMessage): Promise<Answer> => {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw new NotIppError(HTTP_WORDS[statusCode] ?? `HTTP ${statusCode}`);
  if (!/^application\/ipp\b/i.test(headers['content-type'] ?? ''))
    throw new NotIppError('不是 IPP');
  return decodeAnswer(await getBody(response));
};

/** Gives a connection up when nothing moves on it for too long, or all of it takes too long. */
const createPatience = (socket: Socket) => {
  const giveUp = (): void =>
    void socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
  const total = setTimeout(giveUp, MAX_REQUEST_MS);
  let step = setTimeout(giveUp, ANSWER_MS);
  return {
    noteProgress: () => {
      clearTimeout(step);
      step = setTimeout(giveUp, ANSWER_MS);
    },
    end: () => {
      clearTimeout(step);
      clearTimeout(total);
    },
  };
};

/** Writes a body piece by piece: each one that is taken is progress. */
const write = (request: ClientRequest, body: Uint8Array, noteProgress: () => void): void => {
  const writeFrom = (at: number): void => {
    if (at >= body.length) return void request.end(noteProgress);
    request.write(body.subarray(at, at + PIECE_BYTES), (error) => {
      if (error) return;
      noteProgress();
      writeFrom(at + PIECE_BYTES);
    });
  };
  writeFrom(0);
};

/**
 * Sends one request over a connection of its own and reads its answer. `onStart`: called once that is open, right before
 * the first byte.
 * @throws UnreachableError when no byte of it was sent, LostAnswerError otherwise
 */
export const ask = async (
  line: Line,
  parts: readonly Uint8Array[],
  onStart: () => void = () => undefined,
): Promise<Answer> => {
  const socket = await line.open();
  onStart();
  const patience = createPatience(socket);
  try {
    const body = Buffer.concat(parts);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest({
        createConnection: () => socket,
        method: 'POST',
        path: line.path,
        headers: {
          Host: line.host,
          'Content-Type': 'application/ipp',
          'Content-Length': body.length,
          Connection: 'close',
          ...line.headers,
        },
      });
      let hints = 0;
      request.on('information', () => {
        hints += 1;
        if (hints > MAX_HINTS) request.destroy(new NotIppError('太长'));
      });
      request.once('response', resolve);
      request.once('error', reject);
      write(request, body, patience.noteProgress);
    });
    return await read(response);
  } catch (error) {
    const why = error instanceof NotIppError ? error.message : getCode(error);
    throw new LostAnswerError(why);
  } finally {
    patience.end();
    socket.destroy();
  }
};
