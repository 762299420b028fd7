import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from './s3-request.ts';

/**
 * An S3 server on loopback, written from the S3 documentation. Verifies every signature
 * independently of the client (AWS Signature Version 4): the real services accept what it accepts.
 */
export type S3StandIn = {
  settings: S3Settings;
  objects: Map<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  open: Map<string, Map<number, Buffer>>;
  /** Requests in order, as `method key`. */
  asked: string[];
  /** Status codes for the next requests. */
  failWith: number[];
  /** Number of responses that were cut off because the client closed the connection. */
  cut: number;
  /** While true, a response stops after the first byte of its body. */
  stall: boolean;
  close: () => Promise<void>;
};

const computeHmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const hashHex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The expected signature of the request; null when its headers are not signed correctly. */
const computeExpectedSignature = (
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
  if (named !== region || payload !== hashHex(body) || !time.startsWith(day)) return null;
  const headers = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!headers.includes(needed)) return null;
  const url = new URL(req.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([key, value]) => `${encodeRfc3986(key)}=${encodeRfc3986(value)}`)
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
  const key = computeHmac(
    computeHmac(computeHmac(computeHmac(`AWS4${secretAccessKey}`, day), region), 's3'),
    'aws4_request',
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, hashHex(canonical)].join('\n');
  return { id, given: signature, right: computeHmac(key, text).toString('hex') };
};

const sendError = (res: ServerResponse, status: number, code: string): void => {
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
  if (range && start >= body.length) return sendError(res, 416, 'InvalidRange');
  res.writeHead(range ? 206 : 200, {
    'Content-Length': end - start + 1,
    ETag: `"${hashHex(body)}"`,
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${body.length}` } : {}),
  });
  res.once('close', () => void (res.writableFinished || (state.cut += 1)));
  if (req.method === 'HEAD') return void res.end();
  if (state.stall) return void res.write(body.subarray(start, start + 1));
  res.end(body.subarray(start, end + 1));
};

const completeUpload = (
  res: ServerResponse,
  state: S3StandIn,
  key: string,
  uploadId: string,
  xml: string,
): void => {
  const parts = state.open.get(uploadId);
  if (!parts) return sendError(res, 404, 'NoSuchUpload');
  const listed = [
    ...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g),
  ];
  const bodies = listed.map(([, number, etag]) => {
    const body = parts.get(Number(number));
    return body && hashHex(body) === etag ? body : null;
  });
  if (bodies.length !== parts.size || bodies.includes(null))
    return sendError(res, 400, 'InvalidPart');
  state.objects.set(key, Buffer.concat(bodies.filter((body) => body !== null)));
  state.open.delete(uploadId);
  res.end('<CompleteMultipartUploadResult/>');
};

/** ListObjectsV2 with `/` as delimiter, two names a page. */
const listNames = (res: ServerResponse, query: URLSearchParams, state: S3StandIn): void => {
  const prefix = query.get('prefix') ?? '';
  const below = [...state.objects.keys()].filter((key) => key.startsWith(prefix));
  const names = new Set(
    below.map((key) => prefix + key.slice(prefix.length).replace(/\/.*$/s, '/')),
  );
  const from = Number(query.get('continuation-token') ?? '0');
  const sorted = [...names].toSorted();
  const page = sorted
    .slice(from, from + 2)
    .map((name) =>
      name.endsWith('/')
        ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${name}</Key></Contents>`,
    );
  const next =
    from + 2 < sorted.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  res.end(`<ListBucketResult><Prefix>${prefix}</Prefix>${page.join('')}${next}</ListBucketResult>`);
};

const routeRequest = (
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
  if (bucket !== state.settings.bucket) return sendError(res, 404, 'NoSuchBucket');
  if (key === '' && url.searchParams.has('list-type'))
    return listNames(res, url.searchParams, state);
  switch (req.method) {
    case 'GET':
    case 'HEAD':
      return object ? sendObject(req, res, object, state) : sendError(res, 404, 'NoSuchKey');
    case 'PUT': {
      const parts = uploadId === null ? null : state.open.get(uploadId);
      if (parts === undefined) return sendError(res, 404, 'NoSuchUpload');
      if (parts) parts.set(Number(url.searchParams.get('partNumber')), body);
      else state.objects.set(key, body);
      res.setHeader('ETag', `"${hashHex(body)}"`);
      return void res.end();
    }
    case 'POST': {
      if (uploadId !== null) return completeUpload(res, state, key, uploadId, body.toString());
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

const serveRequest = async (
  req: IncomingMessage,
  res: ServerResponse,
  state: S3StandIn,
): Promise<void> => {
  const body = await readAll(req);
  state.asked.push(`${req.method} ${(req.url ?? '').split('?')[0]}`);
  const status = state.failWith.shift();
  if (status === 0) return void req.socket.destroy();
  if (status !== undefined) return sendError(res, status, 'SlowDown');
  const signature = computeExpectedSignature(req, body, state.settings);
  if (signature?.id !== state.settings.accessKeyId)
    return sendError(res, 403, 'InvalidAccessKeyId');
  if (signature.given !== signature.right) return sendError(res, 403, 'SignatureDoesNotMatch');
  routeRequest(req, res, body, state);
};

export const startS3 = async (): Promise<S3StandIn> => {
  const server: Server = createServer((req, res) => void serveRequest(req, res, state));
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
