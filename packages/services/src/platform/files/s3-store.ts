import { validateFileKey } from './key.ts';
import { putBytes, putStream } from './s3-put.ts';
import {
  createS3Send,
  S3Error,
  type S3Limits,
  type S3Send,
  type S3Settings,
} from './s3-request.ts';
import type { FileStore } from './store.ts';

/** Error codes of a wrong configuration, as opposed to a missing file. */
const CONFIGURATION_ERRORS = new Set([
  'SignatureDoesNotMatch',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'AuthorizationHeaderMalformed',
  'RequestTimeTooSkewed',
]);

/** Total file size from the response to a GET. */
const parseTotalSize = (response: Response): number =>
  Number(
    response.status === 206
      ? /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      : response.headers.get('content-length'),
  );

const formatRange = ({ start = 0, end }: { start?: number; end?: number }): string =>
  `bytes=${start}-${end ?? ''}`;

/** Checks that the bucket is usable with its settings. @throws {S3Error} when it is not */
const checkBucket = async (send: S3Send): Promise<void> => {
  try {
    const response = await send({ method: 'GET', key: 'yunbiao-check' });
    const text = await response.text();
    if (text.includes('<Code>NoSuchBucket</Code>'))
      throw new S3Error('GET bucket', 404, 'NoSuchBucket');
  } catch (error) {
    // Without list permission S3 answers 403 for missing objects. That is sufficient.
    if (error instanceof S3Error && error.status === 403 && !CONFIGURATION_ERRORS.has(error.code))
      return;
    throw error;
  }
};

/** File store in an S3-compatible bucket. */
export const createS3Store = (
  settings: S3Settings,
  { partBytes, ...limits }: Partial<S3Limits> & { partBytes?: number } = {},
): FileStore => {
  const send = createS3Send(settings, {
    timeoutMs: 30_000,
    maxAttempts: 4,
    retryDelayMs: 100,
    ...limits,
  });
  return {
    put: (key, content) =>
      content instanceof Uint8Array
        ? putBytes(send, validateFileKey(key), content)
        : putStream(send, validateFileKey(key), content, partBytes),

    stat: async (key) => {
      const response = await send({ method: 'HEAD', key: validateFileKey(key) });
      return response.ok ? { size: Number(response.headers.get('content-length')) } : null;
    },

    open: async (key, range = {}, signal) => {
      const isPart = range.start !== undefined || range.end !== undefined;
      const response = await send({
        method: 'GET',
        key: validateFileKey(key),
        headers: isPart ? { Range: formatRange(range) } : {},
        signal,
      });
      const size = parseTotalSize(response);
      const isRight = response.status === (isPart ? 206 : 200) && Number.isSafeInteger(size);
      if (isRight && response.body) return { stream: response.body, size };
      await response.body?.cancel();
      throw response.status === 404
        ? new Error(`no file under ${key}`)
        : new S3Error(`GET ${key}`, response.status, 'UnexpectedAnswer');
    },

    delete: async (key) => {
      const response = await send({ method: 'DELETE', key: validateFileKey(key) });
      await response.body?.cancel();
    },

    check: () => checkBucket(send),
  };
};
