import type { KeyObject } from 'node:crypto';

export type WechatPaySettings = {
  /** URL of the API without a trailing slash: https://api.mch.weixin.qq.com. */
  url: string;
  appId: string;
  mchId: string;
  /** Serial number of the merchant's certificate, whose key signs our requests. */
  serialNo: string;
  privateKey: KeyObject;
  /** 32 bytes; decrypts data from WeChat Pay. */
  apiV3Key: Buffer;
  /**
   * WeChat Pay's public key and its id (`PUB_KEY_ID_…`). If omitted, its platform certificates are
   * fetched, which change every few years.
   */
  publicKey?: { id: string; key: KeyObject } | undefined;
};
