import type { IncomingMessage } from 'node:http';
import {
  NONCE_HEADER,
  NONCE_PATTERN,
  computeRevocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/gateway/revocation';

/** Signed proof that the server revoked the key, for a request with a nonce. */
export const buildRevocationProofHeaders = (
  request: IncomingMessage,
  keyHash: string | null,
): Record<string, string> => {
  const nonce = String(request.headers[NONCE_HEADER] ?? '');
  if (keyHash === null || !NONCE_PATTERN.test(nonce)) return {};
  return { [REVOKED_HEADER]: computeRevocationProof(keyHash, nonce) };
};

/** API key of a print client; '' when missing. */
export const readBearerKey = (request: IncomingMessage): string =>
  /^Bearer ([\w-]{16,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
