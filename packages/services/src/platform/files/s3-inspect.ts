import { validateFileKey } from './key.ts';
import { createS3Send, S3Error, type S3Settings } from './s3-request.ts';

/** What a bucket says of an object without sending it. */
export type ObjectStat = {
  /** Bytes. */
  size: number;
  /** Changes with the content; '' if the service gives none. */
  etag: string;
};

/** Asks a bucket of an object; null if there is none. @throws {S3Error} */
export const createObjectInspector = (
  settings: S3Settings,
): ((key: string) => Promise<ObjectStat | null>) => {
  const send = createS3Send(settings);
  return async (key) => {
    const response = await send({ method: 'HEAD', key: validateFileKey(key) });
    await response.body?.cancel();
    if (!response.ok) return null;
    const size = Number(response.headers.get('content-length'));
    if (!Number.isSafeInteger(size)) throw new S3Error(`HEAD ${key}`, response.status, 'NoSize');
    return { size, etag: (response.headers.get('etag') ?? '').replaceAll('"', '') };
  };
};

/** Reads the texts of the elements that the pattern captures. */
const readElements = (xml: string, element: RegExp): string[] =>
  Array.from(xml.matchAll(element), ([, text = '']) => text.replaceAll('&amp;', '&'));

/**
 * Names right below a prefix, folders with a slash at the end, as they are listed, page by page.
 * @throws {S3Error}
 */
export const listBucketNames = async function* (
  settings: S3Settings,
  prefix: string,
): AsyncGenerator<string> {
  const send = createS3Send(settings);
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      delimiter: '/',
      prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const response = await send({ method: 'GET', key: '', query });
    const xml = await response.text();
    if (!response.ok) throw new S3Error('GET bucket', response.status, 'NoSuchBucket');
    const keys = readElements(xml, /<Key>([^<]*)<\/Key>/g);
    const folders = readElements(xml, /<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g);
    for (const name of [...keys, ...folders]) yield name.slice(prefix.length);
    const [next] = readElements(xml, /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/g);
    // The same page again would never end.
    if (next !== undefined && next === token)
      throw new S3Error('GET bucket', response.status, 'RepeatedContinuationToken');
    token = next;
  } while (token !== undefined);
};
