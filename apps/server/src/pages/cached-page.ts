import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressForCache, type Encoding, negotiateContentEncoding } from './encoding.ts';

type Variant = {
  body: Buffer;
  etag: string;
  /** Flat list of name, value, name, value: the fastest form for writeHead. */
  headers: string[];
  notModified: string[];
};

export type CachedPage = {
  variants: Record<Encoding, Variant>;
  /** Memory size, bytes. */
  bytes: number;
};

type PageInput = {
  body: Buffer;
  contentType: string;
  /** Stored with the page. Otherwise an old page could be sent with a newer policy. */
  headers: readonly [string, string][];
};

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Prepares a page in each encoding, with one ETag per encoding (RFC 9110 §8.8.3). */
export const createCachedPage = async ({
  body,
  contentType,
  headers,
}: PageInput): Promise<CachedPage> => {
  const hash = createHash('sha256')
    .update(body)
    .update(JSON.stringify(headers))
    .digest('base64url')
    .slice(0, 22);
  const createEncodingVariant = async (encoding: Encoding): Promise<Variant> => {
    const encoded = await compressForCache(body, encoding);
    const etag = `"${hash}-${encoding}"`;
    const common = [
      'ETag',
      etag,
      'Vary',
      'Accept-Encoding, Cookie',
      'Cache-Control',
      'no-cache',
      ...headers.flat(),
    ];
    const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    return {
      body: encoded,
      etag,
      headers: [
        'Content-Type',
        contentType,
        'Content-Length',
        String(encoded.length),
        ...coding,
        ...common,
      ],
      notModified: common,
    };
  };
  const [br, gzip, identity] = await Promise.all(ENCODINGS.map(createEncodingVariant));
  if (!br || !gzip || !identity) throw new Error('a page needs its three encodings');
  const size =
    br.body.length +
    gzip.body.length +
    identity.body.length +
    3 * JSON.stringify(br.headers).length;
  return { variants: { br, gzip, identity }, bytes: size };
};

const matchesEtag = (header: string, etag: string): boolean =>
  header === etag ||
  header === '*' ||
  header.split(',').some((part) => {
    const tag = part.trim();
    return (tag.startsWith('W/') ? tag.slice(2) : tag) === etag;
  });

/** Sends the page, or 304 with the same policy if the visitor has it. Returns the status. */
export const sendCachedPage = (
  page: CachedPage,
  req: IncomingMessage,
  res: ServerResponse,
): number => {
  const variant = page.variants[negotiateContentEncoding(req.headers['accept-encoding'])];
  const etagHeader = req.headers['if-none-match'];
  if (etagHeader !== undefined && matchesEtag(etagHeader, variant.etag)) {
    res.writeHead(304, variant.notModified);
    res.end();
    return 304;
  }
  res.writeHead(200, variant.headers);
  if (req.method === 'HEAD') res.end();
  else res.end(variant.body);
  return 200;
};
