import { createHash, createHmac } from 'node:crypto';

/**
 * Proves to a print client that the server revoked its key. A proxy or a captive portal also
 * answers 401. The client sends a nonce with every connection attempt. The refusal of a revoked key
 * carries an HMAC of the nonce, keyed by the SHA-256 of the client key; the server stores only that
 * hash. A server that never knew the key cannot produce it.
 */
export const NONCE_HEADER = 'x-agent-nonce';
export const REVOKED_HEADER = 'x-agent-revoked';

/** 128 random bits, hex. */
export const NONCE_PATTERN = /^[0-9a-f]{32}$/;

/** What the server stores of a client key: SHA-256, hex. */
export const hashClientKey = (key: string): string =>
  createHash('sha256').update(key).digest('hex');

export const computeRevocationProof = (keyHash: string, nonce: string): string =>
  createHmac('sha256', keyHash).update(`print client revoked ${nonce}`).digest('hex');
