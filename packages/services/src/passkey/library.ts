import type * as Server from '@simplewebauthn/server';

/** Loaded when the first passkey is made or used: it takes a quarter of a second and 30 MB. */
export const webauthn = (): Promise<typeof Server> => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2): what authenticators in use have. */
export const ALGORITHMS = [-8, -7, -257];

export const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64url, 'base64url'));

export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
