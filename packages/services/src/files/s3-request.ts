import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

export type S3Settings = {
  /** Address of the service without a trailing slash, e.g. https://s3.example.com. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path (MinIO and the like), not in the host name. */
  pathStyle: boolean;
};

/** The store answered that it will not, or did not answer. Holds no key and no secret. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;
  /** The store's own code, e.g. SignatureDoesNotMatch; '' when it gave none or was not reached. */
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`S3 ${what}: ${status === 0 ? 'not reached' : `${status} ${code}`.trim()}`);
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
  /** Longest wait for the headers of an answer, ms; a body may take as long as it flows. */
  timeoutMs: number;
  tries: number;
  /** Wait before the second try, ms; it doubles. */
  pauseMs: number;
};

const LIMITS: S3Limits = { timeoutMs: 30_000, tries: 4, pauseMs: 100 };

const isWorthAnother = (status: number): boolean => status === 429 || status >= 500;

const getAddress = (settings: S3Settings, key: string, query: S3Request['query'] = {}): URL => {
  const url = new URL(settings.endpoint);
  if (!settings.pathStyle) url.host = `${settings.bucket}.${url.host}`;
  const path = settings.pathStyle ? `${settings.bucket}/${key}` : key;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

/** The code of an error document, `<Error><Code>…`. */
export const codeIn = (xml: string): string => /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? '';

/** Signs (AWS Signature Version 4, payload included) and sends once. Resolves with the headers. */
const sendOnce = async (
  settings: S3Settings,
  { method, key, query, headers = {}, body, signal }: S3Request,
  timeoutMs: number,
): Promise<Response> => {
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: getAddress(settings, key, query).href,
    headers: { ...headers, 'X-Amz-Content-Sha256': hash },
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
  });
  const signed = await signer.sign();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('timed out')), timeoutMs);
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      ...(body ? { body } : {}),
    });
  } finally {
    clearTimeout(timer);
  }
};

export type S3Send = (request: S3Request) => Promise<Response>;

/**
 * One way to the store: signed, in time, tried again when the store or the network stumbled. Every request of ours may
 * be repeated. Answers 404 like a success, for the caller to judge.
 * @throws {S3Error}
 */
export const createS3Send =
  (settings: S3Settings, { timeoutMs, tries, pauseMs }: S3Limits = LIMITS): S3Send =>
  async (request) => {
    const what = `${request.method} ${request.key || 'bucket'}`;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= tries;
      let failure: S3Error;
      try {
        const response = await sendOnce(settings, request, timeoutMs);
        if (response.ok || response.status === 404) return response;
        const code = codeIn(await response.text());
        failure = new S3Error(what, response.status, code);
        if (!isWorthAnother(response.status)) throw failure;
      } catch (error) {
        if (error instanceof S3Error) throw error;
        if (request.signal?.aborted) throw error;
        failure = new S3Error(what, 0, '');
      }
      if (isLast) throw failure;
      const pause = pauseMs * 2 ** (attempt - 1) * (1 + Math.random());
      await sleep(pause, undefined, request.signal ? { signal: request.signal } : {});
    }
  };
