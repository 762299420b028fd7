import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, type Encoding, negotiate } from './encoding.ts';

type Variant = {
  body: Buffer;
  etag: string;
  /** Flat name, value, name, value: what writeHead takes fastest. */
  headers: string[];
  notModified: string[];
};

export type CachedPage = {
  variants: Record<Encoding, Variant>;
  /** Memory it holds. */
  bytes: number;
};

type PageInput = {
  body: Buffer;
  contentType: string;
  /** Headers finished with the page: they are stored together, or a later policy would meet an earlier page. */
  headers: readonly [string, string][];
};

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** A page ready to be sent in each encoding, with one ETag for each (RFC 9110 §8.8.3). */
export const cachedPage = async ({
  body,
  contentType,
  headers,
}: PageInput): Promise<CachedPage> => {
  const hash = createHash('sha256')
    .update(body)
    .update(JSON.stringify(headers))
    .digest('base64url')
    .slice(0, 22);
  const make = async (encoding: Encoding): Promise<Variant> => {
    const encoded = await compress(body, encoding);
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
  const [br, gzip, identity] = await Promise.all(ENCODINGS.map(make));
  if (!br || !gzip || !identity) throw new Error('a page needs its three encodings');
  const size =
    br.body.length +
    gzip.body.length +
    identity.body.length +
    3 * JSON.stringify(br.headers).length;
  return { variants: { br, gzip, identity }, bytes: size };
};

const matches = (header: string, etag: string): boolean =>
  header === etag ||
  header === '*' ||
  header.split(',').some((part) => {
    const tag = part.trim();
    return (tag.startsWith('W/') ? tag.slice(2) : tag) === etag;
  });

/** Sends it, or 304 with the same policy when the visitor has it. Returns the status. */
export const sendCachedPage = (
  page: CachedPage,
  req: IncomingMessage,
  res: ServerResponse,
): number => {
  const variant = page.variants[negotiate(req.headers['accept-encoding'])];
  const known = req.headers['if-none-match'];
  if (known !== undefined && matches(known, variant.etag)) {
    res.writeHead(304, variant.notModified);
    res.end();
    return 304;
  }
  res.writeHead(200, variant.headers);
  if (req.method === 'HEAD') res.end();
  else res.end(variant.body);
  return 200;
};
