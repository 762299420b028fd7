import { createCipheriv, createHash, randomBytes, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createCertificate } from '../works/certificate.ts';
import { generateRsaKeys } from '../works/keys.ts';

export type PlatformKeys = {
  serial: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** PEM of a self-signed X.509 certificate with this serial number. */
  certificate: string;
};

const generateSerial = (): string =>
  `5${randomBytes(19).toString('hex')}1`.slice(0, 40).toUpperCase();

/** The keys that a vendor signs with until it rotates them, by generation. */
export const createPlatformKeys = (generation: number): PlatformKeys => {
  const { privateKey, publicKey } = generateRsaKeys(`vendor ${generation}`);
  const serial = generateSerial();
  return {
    serial,
    privateKey,
    publicKey,
    certificate: createCertificate(serial, privateKey, publicKey),
  };
};

export const generatePublicKeyId = (): string =>
  `PUB_KEY_ID_0${randomBytes(16).toString('hex').toUpperCase()}`;

/** Newline-terminated lines, as APIv3 signs them. */
export const signedText = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

export const signText = (text: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(text), key).toString('base64');

export const isSigned = (text: string, key: KeyObject, by: string): boolean =>
  verify('sha256', Buffer.from(text), key, Buffer.from(by, 'base64'));

export type Sealed = {
  algorithm: string;
  ciphertext: string;
  associated_data: string;
  nonce: string;
};

/** AEAD_AES_256_GCM with the tag at the end. */
export const sealText = (text: string, apiV3Key: string, associatedData: string): Sealed => {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associatedData,
    nonce,
  };
};

export const computeSha1 = (bytes: Buffer): string =>
  createHash('sha1').update(bytes).digest('hex');

const PARTS = ['mchid', 'nonce_str', 'timestamp', 'serial_no', 'signature'] as const;

export type Authorization = Record<(typeof PARTS)[number], string>;

/** Parses an `Authorization` header; null for another scheme. */
export const readAuthorization = (header: string | undefined): Authorization | null => {
  const scheme = 'WECHATPAY2-SHA256-RSA2048 ';
  if (header === undefined || header.length > 4096 || !header.startsWith(scheme)) return null;
  const found: Record<string, string> = {};
  for (const pair of header.slice(scheme.length).split(',')) {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).trim();
    if (at < 1 || !value.startsWith('"') || !value.endsWith('"')) return null;
    found[pair.slice(0, at).trim()] = value.slice(1, -1);
  }
  const { mchid, nonce_str, timestamp, serial_no, signature: by } = found;
  if (!mchid || !nonce_str || !timestamp || !serial_no || !by) return null;
  return { mchid, nonce_str, timestamp, serial_no, signature: by };
};
