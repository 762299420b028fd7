import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  RejectedCallbackError,
  type ChannelEnvironment,
} from '../../../platform/payment-channel.ts';
import { parseJsonObject, readObjectField, readStringField } from '../http.ts';
import type { WechatPaySettings } from './settings.ts';
import { decryptAesGcm } from './sign.ts';

/** Refresh interval of the certificates, so that a new one is known before it is used. */
const REFRESH_INTERVAL_MS = 12 * 3_600_000;
/** Minimum interval between fetches for unknown serial numbers, which anybody can send. */
const MIN_FETCH_INTERVAL_MS = 60_000;

export type PlatformKeys = {
  /** @throws RejectedCallbackError if WeChat Pay has no key with that serial number */
  getKey: (serial: string) => Promise<KeyObject>;
};

/**
 * Decrypts the certificates in an answer of `/v3/certificates`, by serial number. Only WeChat Pay
 * can encrypt them.
 */
export const decryptCertificates = (
  answer: string,
  settings: WechatPaySettings,
): Map<string, KeyObject> => {
  const data = parseJsonObject(answer)?.['data'];
  const keys = new Map<string, KeyObject>();
  for (const entry of Array.isArray(data) ? (data as Record<string, unknown>[]) : []) {
    const sealedCertificate = readObjectField(entry, 'encrypt_certificate');
    const pem = decryptAesGcm(
      {
        ciphertext: readStringField(sealedCertificate, 'ciphertext'),
        nonce: readStringField(sealedCertificate, 'nonce'),
        associatedData: readStringField(sealedCertificate, 'associated_data'),
      },
      settings.apiV3Key,
    );
    const certificate = new X509Certificate(pem);
    keys.set(certificate.serialNumber.toUpperCase(), certificate.publicKey);
  }
  return keys;
};

/**
 * Public keys of WeChat Pay: the key from the settings, plus certificates when it is missing or an
 * answer names one.
 */
export const createPlatformKeyStore = (
  settings: WechatPaySettings,
  { now }: ChannelEnvironment,
  fetchCertificates: () => Promise<Map<string, KeyObject>>,
): PlatformKeys => {
  const { publicKey } = settings;
  let knownKeys = new Map<string, KeyObject>();
  let [fetchedAt, lastAttemptAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let pendingFetch: Promise<void> | null = null;
  const fetchKeys = async (): Promise<void> => {
    lastAttemptAt = now();
    // Old keys stay valid for data signed before the change.
    knownKeys = new Map([...knownKeys, ...(await fetchCertificates())]);
    fetchedAt = now();
  };
  const fetchKeysOnce = async (): Promise<void> => {
    pendingFetch ??= fetchKeys().finally(() => {
      pendingFetch = null;
    });
    await pendingFetch;
  };
  return {
    getKey: async (keyId) => {
      if (publicKey && keyId === publicKey.id) return publicKey.key;
      if (publicKey || keyId.startsWith('PUB_KEY_ID_')) throw new RejectedCallbackError('key');
      const serial = keyId.toUpperCase();
      const isOld = now() - fetchedAt > REFRESH_INTERVAL_MS;
      if ((isOld || !knownKeys.has(serial)) && now() - lastAttemptAt > MIN_FETCH_INTERVAL_MS)
        await fetchKeysOnce();
      else if (pendingFetch) await pendingFetch;
      const key = knownKeys.get(serial);
      if (!key) throw new RejectedCallbackError('key');
      return key;
    },
  };
};
