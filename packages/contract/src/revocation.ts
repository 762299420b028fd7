import { createHash, createHmac } from 'node:crypto';

/**
 * How a print client knows that it was the server who called its key revoked, and not a proxy or a hotel's login page
 * on the way, which answer 401 as well. The client sends a nonce with every attempt to connect; the refusal of a revoked
 * key carries an HMAC of it, keyed by the SHA-256 of the client key: the server has kept that hash and nothing else.
 * Whoever has not kept it, also a server that never knew the key, cannot say so.
 */
export const NONCE_HEADER = 'x-agent-nonce';
export const REVOKED_HEADER = 'x-agent-revoked';

/** 128 random bits, hex. */
export const NONCE_PATTERN = /^[0-9a-f]{32}$/;

/** What the server stores of a client key: SHA-256, hex. */
export const getKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

export const revocationProof = (keyHash: string, nonce: string): string =>
  createHmac('sha256', keyHash).update(`print client revoked ${nonce}`).digest('hex');
