import { checkKey } from './key.ts';
import { putBytes, putStream } from './s3-put.ts';
import { createS3Send, S3Error, type S3Limits, type S3Settings } from './s3-request.ts';
import type { FileStore } from './store.ts';

/** Codes by which a store says that the settings are wrong, rather than that something is missing. */
const MISCONFIGURED = new Set([
  'SignatureDoesNotMatch',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'AuthorizationHeaderMalformed',
  'RequestTimeTooSkewed',
]);

/** Size of the whole file behind an answer to GET. */
const getSize = (response: Response): number =>
  Number(
    response.status === 206
      ? /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      : response.headers.get('content-length'),
  );

const rangeHeader = ({ start = 0, end }: { start?: number; end?: number }): string =>
  `bytes=${start}-${end ?? ''}`;

/** A store in a bucket of anything that speaks S3. */
export const createS3Store = (
  settings: S3Settings,
  { partBytes, ...limits }: Partial<S3Limits> & { partBytes?: number } = {},
): FileStore => {
  const send = createS3Send(settings, { timeoutMs: 30_000, tries: 4, pauseMs: 100, ...limits });
  return {
    put: (key, content) =>
      content instanceof Uint8Array
        ? putBytes(send, checkKey(key), content)
        : putStream(send, checkKey(key), content, partBytes),

    stat: async (key) => {
      const response = await send({ method: 'HEAD', key: checkKey(key) });
      return response.ok ? { size: Number(response.headers.get('content-length')) } : null;
    },

    open: async (key, range = {}, signal) => {
      const isPart = range.start !== undefined || range.end !== undefined;
      const response = await send({
        method: 'GET',
        key: checkKey(key),
        headers: isPart ? { Range: rangeHeader(range) } : {},
        signal,
      });
      const size = getSize(response);
      const isRight = response.status === (isPart ? 206 : 200) && Number.isSafeInteger(size);
      if (isRight && response.body) return { stream: response.body, size };
      await response.body?.cancel();
      throw response.status === 404
        ? new Error(`no file under ${key}`)
        : new S3Error(`GET ${key}`, response.status, 'UnexpectedAnswer');
    },

    delete: async (key) => {
      const response = await send({ method: 'DELETE', key: checkKey(key) });
      await response.body?.cancel();
    },

    check: async () => {
      try {
        const response = await send({ method: 'GET', key: 'yunbiao-check' });
        const text = await response.text();
        if (text.includes('<Code>NoSuchBucket</Code>'))
          throw new S3Error('GET bucket', 404, 'NoSuchBucket');
      } catch (error) {
        // A key that may not list is told 403 about what is missing; that is enough to work with.
        if (error instanceof S3Error && error.status === 403 && !MISCONFIGURED.has(error.code))
          return;
        throw error;
      }
    },
  };
};
