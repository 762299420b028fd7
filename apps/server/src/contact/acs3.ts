import { createHash, createHmac } from 'node:crypto';

/** A request to the Alibaba Cloud gateway, signed with signature method V3. */
export type AcsRequest = {
  /** Host of the endpoint, with a non-default port. */
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  body: string;
  /** ISO 8601 in UTC, with seconds. */
  date: string;
  /** Unique per request. */
  nonce: string;
};

export type AcsKey = { id: string; secret: string };

const hashHex = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * RFC 3986: also encodes the characters that `encodeURIComponent` leaves unescaped, except `A-Z a-z
 * 0-9 - _ . ~`.
 */
const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Sorts by code units, as the signature requires. */
const sortEntries = (parameters: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

export const buildCanonicalQuery = (query: Readonly<Record<string, string>>): string =>
  sortEntries(query)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .join('&');

/** Signed headers (`ACS3-HMAC-SHA256`) for a POST to `/`. */
export const buildAcsHeaders = (request: AcsRequest, key: AcsKey): Record<string, string> => {
  const bodyHash = hashHex(request.body);
  const headers = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': request.date,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const lines = sortEntries(headers);
  const names = lines.map(([name]) => name).join(';');
  const canonical = [
    'POST',
    '/',
    buildCanonicalQuery(request.query),
    lines.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names,
    bodyHash,
  ].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${hashHex(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
};
