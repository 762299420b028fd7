import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';
import type { TestNginx } from './nginx.ts';

const run = promisify(execFile);

/** `sentBytes`: of the body, when the reply had arrived. */
export type UploadReply = { status: number; type: string; body: string; sentBytes: number };

export type Upload = { nginx: TestNginx; path: string; bytes: number };

const PIECE = Buffer.alloc(65_536, 0x20);
const JSON_TYPE = 'application/json';

const readText = async (stream: AsyncIterable<unknown>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
};

/** A client that reads while it sends, and stops sending when it has its reply. */
const streamUpload = async ({ nginx, path, bytes }: Upload, hasLength: boolean) => {
  const length = hasLength ? { 'Content-Length': String(bytes) } : {};
  const headers = { 'Content-Type': JSON_TYPE, ...length };
  const request = nginx.open(path, { method: 'POST', headers });
  let sentBytes = 0;
  let isAnswered = false;
  const reply = once(request, 'response').then(async ([response]) => {
    isAnswered = true;
    const { statusCode = 0, headers: replyHeaders } = response as IncomingMessage;
    const replyBytes = sentBytes;
    const body = await readText(response as IncomingMessage);
    return {
      status: statusCode,
      type: replyHeaders['content-type'] ?? '',
      body,
      sentBytes: replyBytes,
    };
  });
  while (!isAnswered && sentBytes < bytes) {
    const piece = PIECE.subarray(0, Math.min(PIECE.length, bytes - sentBytes));
    sentBytes += piece.length;
    if (!request.write(piece)) await Promise.race([once(request, 'drain'), reply]);
    // The reply is read between two pieces.
    await new Promise(setImmediate);
  }
  if (!isAnswered) request.end();
  return reply;
};

/** A client that reads nothing before it has sent everything. */
const sendBeforeReading = async ({ nginx, path, bytes }: Upload): Promise<UploadReply> => {
  const { hostname, port } = new URL(nginx.url);
  const ca = await readFile(nginx.certificate);
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername: hostname, ca });
  await once(socket, 'secureConnect');
  socket.pause();
  const lines = [`Host: ${hostname}`, `Content-Type: ${JSON_TYPE}`, `Content-Length: ${bytes}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  for (let left = bytes; left > 0; left -= PIECE.length)
    if (!socket.write(PIECE.subarray(0, Math.min(PIECE.length, left)))) await once(socket, 'drain');
  const text = await readText(socket);
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
  const [, type = ''] = /content-type: (.*)/i.exec(head) ?? [];
  return { status: Number(status), type, body, sentBytes: bytes };
};

/** A client over HTTP/2, which sends on while it reads. */
const uploadOverHttp2 = async ({ nginx, path, bytes }: Upload): Promise<UploadReply> => {
  const { hostname } = new URL(nginx.url);
  const session = connectHttp2(nginx.url, {
    ca: await readFile(nginx.certificate),
    host: '127.0.0.1',
    servername: hostname,
  });
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': JSON_TYPE });
  let sentBytes = 0;
  const reply = once(stream, 'response').then(async ([headers]) => {
    const { ':status': status = 0, 'content-type': type = '' } = headers as Record<string, string>;
    const replyBytes = sentBytes;
    return { status: Number(status), type, body: await readText(stream), sentBytes: replyBytes };
  });
  while (sentBytes < bytes && !stream.closed && !stream.destroyed) {
    sentBytes += PIECE.length;
    const isRoom = stream.write(PIECE);
    if (!isRoom) await Promise.race([once(stream, 'drain'), reply]);
  }
  const answer = await reply;
  session.close();
  return answer;
};

/** A file that curl sends; sparse, so that it takes no room. */
const uploadWithCurl = async (
  { nginx, path, bytes }: Upload,
  ...options: string[]
): Promise<UploadReply> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-upload-'));
  const file = join(folder, 'body');
  const handle = await open(file, 'w');
  await handle.truncate(bytes);
  await handle.close();
  const { hostname, port } = new URL(nginx.url);
  const connection = [
    '-sS',
    '--cacert',
    nginx.certificate,
    '--resolve',
    `${hostname}:${port}:127.0.0.1`,
  ];
  const request = ['-X', 'POST', '-H', `Content-Type: ${JSON_TYPE}`, '-T', file];
  const output = ['-w', '\n%{http_code} %{size_upload} %{content_type}', nginx.url + path];
  try {
    const { stdout } = await run('curl', [...connection, ...options, ...request, ...output]);
    const end = stdout.lastIndexOf('\n');
    const [status, size, ...type] = stdout.slice(end + 1).split(' ');
    const body = stdout.slice(0, end);
    return { status: Number(status), type: type.join(' '), body, sentBytes: Number(size) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const noCurl = findProgram('curl') ? '' : 'curl：没有找到';

/** Ways to send a body, by name. */
export const UPLOADS: Readonly<Record<string, (upload: Upload) => Promise<UploadReply>>> = {
  'a stream with its length': (upload) => streamUpload(upload, true),
  'a stream without a length': (upload) => streamUpload(upload, false),
  'a client that reads last': sendBeforeReading,
  'HTTP/2': uploadOverHttp2,
};
/** curl gives the length over HTTP/2, as browsers do. */
export const CURL_UPLOADS: typeof UPLOADS = {
  'curl, HTTP/1.1': (upload) => uploadWithCurl(upload, '--http1.1'),
  'curl, HTTP/1.1, without Expect': (upload) =>
    uploadWithCurl(upload, '--http1.1', '-H', 'Expect:'),
  'curl, HTTP/1.1, chunked': (upload) =>
    uploadWithCurl(upload, '--http1.1', '-H', 'Transfer-Encoding: chunked'),
  'curl, HTTP/2': (upload) => uploadWithCurl(upload, '--http2'),
};
