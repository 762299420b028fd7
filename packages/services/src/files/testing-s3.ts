import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from './s3-request.ts';

/**
 * A bucket on loopback that speaks S3 as its documents say, and checks every signature by its own arithmetic (AWS
 * Signature Version 4): what it accepts, the real ones accept.
 */
export type S3StandIn = {
  settings: S3Settings;
  objects: Map<string, Buffer>;
  /** Uploads in parts that were neither completed nor aborted. */
  open: Map<string, Map<number, Buffer>>;
  /** `method key` of what was asked, in order. */
  asked: string[];
  /** Answers the next requests with this status instead. */
  failWith: number[];
  /** Answers that were cut off because their reader went away. */
  cut: number;
  /** Bytes sent of the bodies of answers; none when `stall` holds them back. */
  stall: boolean;
  close: () => Promise<void>;
};

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const rfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The signature the request should carry; null when it is not signed as it should be. */
const expectedSignature = (
  req: IncomingMessage,
  body: Buffer,
  { region, secretAccessKey }: S3Settings,
) => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? '',
    );
  if (!match) return null;
  const [, id = '', day = '', named = '', signed = '', signature = ''] = match;
  const time = String(req.headers['x-amz-date']);
  const payload = String(req.headers['x-amz-content-sha256']);
  if (named !== region || payload !== hash(body) || !time.startsWith(day)) return null;
  const headers = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!headers.includes(needed)) return null;
  const url = new URL(req.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([key, value]) => `${rfc3986(key)}=${rfc3986(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    req.method,
    url.pathname,
    query,
    ...headers.map((name) => `${name}:${String(req.headers[name]).trim()}`),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  return { id, given: signature, right: hmac(key, text).toString('hex') };
};

const refuse = (res: ServerResponse, status: number, code: string): void => {
  res.writeHead(status, { 'Content-Type': 'application/xml' });
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
};

const readAll = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const sendObject = (
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  state: S3StandIn,
): void => {
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), body.length - 1) : body.length - 1;
  if (range && start >= body.length) return refuse(res, 416, 'InvalidRange');
  res.writeHead(range ? 206 : 200, {
    'Content-Length': end - start + 1,
    ETag: `"${hash(body)}"`,
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${body.length}` } : {}),
  });
  res.once('close', () => void (res.writableFinished || (state.cut += 1)));
  if (req.method === 'HEAD') return void res.end();
  if (state.stall) return void res.write(body.subarray(start, start + 1));
  res.end(body.subarray(start, end + 1));
};

const complete = (
  res: ServerResponse,
  state: S3StandIn,
  key: string,
  uploadId: string,
  xml: string,
): void => {
  const parts = state.open.get(uploadId);
  if (!parts) return refuse(res, 404, 'NoSuchUpload');
  const listed = [
    ...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g),
  ];
  const bodies = listed.map(([, number, etag]) => {
    const body = parts.get(Number(number));
    return body && hash(body) === etag ? body : null;
  });
  if (bodies.length !== parts.size || bodies.includes(null)) return refuse(res, 400, 'InvalidPart');
  state.objects.set(key, Buffer.concat(bodies.filter((body) => body !== null)));
  state.open.delete(uploadId);
  res.end('<CompleteMultipartUploadResult/>');
};

const answer = (
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  state: S3StandIn,
): void => {
  const url = new URL(req.url ?? '/', 'http://store');
  const [, bucket = '', ...rest] = url.pathname.split('/');
  const key = rest.join('/');
  const uploadId = url.searchParams.get('uploadId');
  const object = state.objects.get(key);
  if (bucket !== state.settings.bucket) return refuse(res, 404, 'NoSuchBucket');
  switch (req.method) {
    case 'GET':
    case 'HEAD':
      return object ? sendObject(req, res, object, state) : refuse(res, 404, 'NoSuchKey');
    case 'PUT': {
      const parts = uploadId === null ? null : state.open.get(uploadId);
      if (parts === undefined) return refuse(res, 404, 'NoSuchUpload');
      if (parts) parts.set(Number(url.searchParams.get('partNumber')), body);
      else state.objects.set(key, body);
      res.setHeader('ETag', `"${hash(body)}"`);
      return void res.end();
    }
    case 'POST': {
      if (uploadId !== null) return complete(res, state, key, uploadId, body.toString());
      const id = `${randomUUID()}+/=&`;
      state.open.set(id, new Map());
      const escaped = id.replaceAll('&', '&amp;');
      return void res.end(
        `<InitiateMultipartUploadResult><UploadId>${escaped}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    default:
      if (uploadId === null) state.objects.delete(key);
      else state.open.delete(uploadId);
      return void res.writeHead(204).end();
  }
};

const serve = async (
  req: IncomingMessage,
  res: ServerResponse,
  state: S3StandIn,
): Promise<void> => {
  const body = await readAll(req);
  state.asked.push(`${req.method} ${(req.url ?? '').split('?')[0]}`);
  const status = state.failWith.shift();
  if (status === 0) return void req.socket.destroy();
  if (status !== undefined) return refuse(res, status, 'SlowDown');
  const signature = expectedSignature(req, body, state.settings);
  if (signature?.id !== state.settings.accessKeyId) return refuse(res, 403, 'InvalidAccessKeyId');
  if (signature.given !== signature.right) return refuse(res, 403, 'SignatureDoesNotMatch');
  answer(req, res, body, state);
};

export const startS3 = async (): Promise<S3StandIn> => {
  const server: Server = createServer((req, res) => void serve(req, res, state));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: S3StandIn = {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'cn-test-1',
      bucket: 'labels',
      accessKeyId: 'TESTKEY',
      secretAccessKey: 'a secret of 40 characters, more or less',
      pathStyle: true,
    },
    objects: new Map(),
    open: new Map(),
    asked: [],
    failWith: [],
    cut: 0,
    stall: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;
};
