import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
/** Smaller bodies fit one packet anyway. */
const WORTH_BYTES = 860;

const read = (header: string): Encoding => {
  const accepted = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.trim().split(';');
    const q = params.find((param) => param.trim().startsWith('q='));
    accepted.set(name.trim(), q ? Number(q.trim().slice(2)) : 1);
  }
  const weight = (name: string): number => accepted.get(name) ?? accepted.get('*') ?? 0;
  return weight('br') > 0 && weight('br') >= weight('gzip')
    ? 'br'
    : weight('gzip') > 0
      ? 'gzip'
      : 'identity';
};

// Browsers send a handful of different values: each is read once. Bounded, since anybody may send anything.
const known = new Map<string, Encoding>();

/** The encoding to answer with, of Accept-Encoding (RFC 9110 §12.5.3). */
export const negotiate = (header: string | string[] | undefined): Encoding => {
  if (!header) return 'identity';
  const text = String(header);
  let encoding = known.get(text);
  if (!encoding) {
    encoding = read(text);
    if (known.size < 64) known.set(text, encoding);
  }
  return encoding;
};

/** Brotli at quality 5: 17 kB of 40 in 0.8 ms, where 11 takes 30 ms for 2 kB less. */
export const compress = async (body: Buffer, encoding: Encoding): Promise<Buffer> => {
  switch (encoding) {
    case 'br':
      return brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });
    case 'gzip':
      return gz(body, { level: 6 });
    case 'identity':
      return body;
  }
};

/** Larger ones would hold up the others: they are compressed beside. */
const AT_HAND_BYTES = 200_000;

/**
 * A body that is sent once. Brotli at quality 0: 8 kB of a member's page of 40, a third sooner than 1 for 1 % more (4 % of
 * long ones), where 5 takes six times as long; waking a thread for it would take longer than the work.
 */
export const compressOnce = async (body: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'identity') return body;
  const isAtHand = body.length <= AT_HAND_BYTES;
  if (encoding === 'gzip') return isAtHand ? gzipSync(body, { level: 1 }) : gz(body, { level: 1 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 0,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return isAtHand ? brotliCompressSync(body, { params }) : brotli(body, { params });
};

/** What to send of a body: small ones stay as they are. */
export const encodingFor = (wanted: Encoding, bytes: number): Encoding =>
  bytes < WORTH_BYTES ? 'identity' : wanted;
