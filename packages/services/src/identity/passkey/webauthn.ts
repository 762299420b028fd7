import type * as Server from '@simplewebauthn/server';

/** Loaded with the first use of a passkey: takes 250 ms and 30 MB. */
export const loadWebauthn = (): Promise<typeof Server> => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2): supported by the authenticators in use. */
export const ALGORITHMS = [-8, -7, -257];

export const decodeBase64url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64url, 'base64url'));

export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
