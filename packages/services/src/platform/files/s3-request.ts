import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

export type S3Settings = {
  /** URL of the service without a trailing slash, e.g. https://s3.example.com. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True when the bucket is in the path (e.g. MinIO), false when it is in the host name. */
  pathStyle: boolean;
};

/** The store refused the request or did not answer. Contains no keys or secrets. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;
  /** Error code of the store, e.g. SignatureDoesNotMatch; '' without one. */
  readonly code: string;

  constructor(operation: string, status: number, code: string) {
    super(`S3 ${operation}: ${status === 0 ? 'not reached' : `${status} ${code}`.trim()}`);
    [this.status, this.code] = [status, code];
  }
}

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** '' for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
};

export type S3Limits = {
  /** Timeout for the response headers, ms. The body has no time limit. */
  timeoutMs: number;
  maxAttempts: number;
  /** Delay before the second attempt, ms; doubles for each further one. */
  retryDelayMs: number;
};

const LIMITS: S3Limits = { timeoutMs: 30_000, maxAttempts: 4, retryDelayMs: 100 };

const isRetryableHttpStatus = (status: number): boolean => status === 429 || status >= 500;

const buildUrl = (settings: S3Settings, key: string, query: S3Request['query'] = {}): URL => {
  const url = new URL(settings.endpoint);
  if (!settings.pathStyle) url.host = `${settings.bucket}.${url.host}`;
  const path = settings.pathStyle ? `${settings.bucket}/${key}` : key;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

/** Reads the code of an error document, `<Error><Code>…`. */
export const parseErrorCode = (xml: string): string =>
  /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? '';

/**
 * Signs (AWS Signature Version 4, including the payload) and sends a request without retries.
 * Resolves when the headers arrive.
 */
const sendS3RequestOnce = async (
  settings: S3Settings,
  { method, key, query, headers = {}, body, signal }: S3Request,
  timeoutMs: number,
): Promise<Response> => {
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: buildUrl(settings, key, query).href,
    headers: { ...headers, 'X-Amz-Content-Sha256': hash },
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
  });
  const signedRequest = await signer.sign();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error('timed out')), timeoutMs);
  try {
    return await fetch(signedRequest.url, {
      method,
      headers: signedRequest.headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      ...(body ? { body } : {}),
    });
  } finally {
    clearTimeout(timer);
  }
};

export type S3Send = (request: S3Request) => Promise<Response>;

/**
 * Returns a function that sends signed requests with a timeout and retries after server and network
 * errors. All our requests are idempotent. A 404 is returned to the caller.
 * @throws {S3Error}
 */
export const createS3Send =
  (settings: S3Settings, { timeoutMs, maxAttempts, retryDelayMs }: S3Limits = LIMITS): S3Send =>
  async (request) => {
    const description = `${request.method} ${request.key || 'bucket'}`;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= maxAttempts;
      let failure: S3Error;
      try {
        const response = await sendS3RequestOnce(settings, request, timeoutMs);
        if (response.ok || response.status === 404) return response;
        const code = parseErrorCode(await response.text());
        failure = new S3Error(description, response.status, code);
        if (!isRetryableHttpStatus(response.status)) throw failure;
      } catch (error) {
        if (error instanceof S3Error) throw error;
        if (request.signal?.aborted) throw error;
        failure = new S3Error(description, 0, '');
      }
      if (isLast) throw failure;
      const pause = retryDelayMs * 2 ** (attempt - 1) * (1 + Math.random());
      await sleep(pause, undefined, request.signal ? { signal: request.signal } : {});
    }
  };
