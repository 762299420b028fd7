import { type KeyObject, X509Certificate } from 'node:crypto';
import { Forged, type Outside } from '../channel.ts';
import { objectIn, partIn, textIn } from '../http.ts';
import type { WechatPaySettings } from './settings.ts';
import { unseal } from './sign.ts';

/** Fetched again after so long, so that a new certificate is known before it is used. */
const FRESH_MS = 12 * 3_600_000;
/** Of an unknown serial number anybody may write, at most so often. */
const AGAIN_MS = 60_000;

export type PlatformKeys = {
  /** The key with that serial number. @throws Forged when WeChat Pay has none such */
  of: (serial: string) => Promise<KeyObject>;
};

/** Certificates in an answer of `/v3/certificates`, by serial number; a sealed one nobody else could have written. */
export const certificatesIn = (
  answer: string,
  settings: WechatPaySettings,
): Map<string, KeyObject> => {
  const data = objectIn(answer)?.['data'];
  const keys = new Map<string, KeyObject>();
  for (const one of Array.isArray(data) ? (data as Record<string, unknown>[]) : []) {
    const sealed = partIn(one, 'encrypt_certificate');
    const pem = unseal(
      {
        ciphertext: textIn(sealed, 'ciphertext'),
        nonce: textIn(sealed, 'nonce'),
        associatedData: textIn(sealed, 'associated_data'),
      },
      settings.apiV3Key,
    );
    const certificate = new X509Certificate(pem);
    keys.set(certificate.serialNumber.toUpperCase(), certificate.publicKey);
  }
  return keys;
};

/** Who WeChat Pay is: the public key of the settings, and certificates where there is none or an answer names one. */
export const createPlatformKeys = (
  settings: WechatPaySettings,
  { now }: Outside,
  fetchCertificates: () => Promise<Map<string, KeyObject>>,
): PlatformKeys => {
  const { publicKey } = settings;
  let known = new Map<string, KeyObject>();
  let [fetchedAt, askedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let asking: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    askedAt = now();
    // Old ones stay good for what was signed before the change.
    known = new Map([...known, ...(await fetchCertificates())]);
    fetchedAt = now();
  };
  const asked = async (): Promise<void> => {
    asking ??= renew().finally(() => {
      asking = null;
    });
    await asking;
  };
  return {
    of: async (given) => {
      if (publicKey && given === publicKey.id) return publicKey.key;
      if (publicKey || given.startsWith('PUB_KEY_ID_')) throw new Forged('key');
      const serial = given.toUpperCase();
      const isOld = now() - fetchedAt > FRESH_MS;
      if ((isOld || !known.has(serial)) && now() - askedAt > AGAIN_MS) await asked();
      else if (asking) await asking;
      const key = known.get(serial);
      if (!key) throw new Forged('key');
      return key;
    },
  };
};
