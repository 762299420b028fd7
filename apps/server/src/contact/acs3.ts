import { createHash, createHmac } from 'node:crypto';

/** What Alibaba Cloud's gateway is asked, in its signature method V3. */
export type AcsRequest = {
  /** Of the endpoint, with its port where that is not the usual one. */
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  body: string;
  /** ISO 8601 in UTC, to the second. */
  date: string;
  /** Never the same twice. */
  nonce: string;
};

export type AcsKey = { id: string; secret: string };

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** RFC 3986: what `encodeURIComponent` leaves as it is, but for `A-Z a-z 0-9 - _ . ~`, is encoded, too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** By code units: the order of the encoded names. */
const ordered = (given: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  ordered(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

/** The headers of a POST to `/`, signed: `ACS3-HMAC-SHA256`. */
export const acsHeaders = (request: AcsRequest, key: AcsKey): Record<string, string> => {
  const hashed = hex(request.body);
  const headers = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': hashed,
    'x-acs-date': request.date,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const lines = ordered(headers);
  const names = lines.map(([name]) => name).join(';');
  const canonical = [
    'POST',
    '/',
    canonicalQuery(request.query),
    lines.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names,
    hashed,
  ].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
};
