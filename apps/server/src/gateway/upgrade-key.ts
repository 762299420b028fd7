import type { IncomingMessage } from 'node:http';
import {
  NONCE_HEADER,
  NONCE_PATTERN,
  revocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/revocation';

/** The server's own word that the key was revoked, for a request with a nonce. */
export const proveRevoked = (
  request: IncomingMessage,
  keyHash: string | null,
): Record<string, string> => {
  const nonce = String(request.headers[NONCE_HEADER] ?? '');
  if (keyHash === null || !NONCE_PATTERN.test(nonce)) return {};
  return { [REVOKED_HEADER]: revocationProof(keyHash, nonce) };
};

/** The key a print client comes with; '' for none. */
export const readBearer = (request: IncomingMessage): string =>
  /^Bearer ([\w-]{16,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
