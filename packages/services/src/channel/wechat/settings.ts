import type { KeyObject } from 'node:crypto';

export type WechatPaySettings = {
  /** Address of the API, without a trailing slash: https://api.mch.weixin.qq.com. */
  url: string;
  appId: string;
  mchId: string;
  /** Serial number of the merchant's certificate, whose key signs what we ask. */
  serialNo: string;
  privateKey: KeyObject;
  /** 32 bytes; opens what WeChat Pay sealed. */
  apiV3Key: Buffer;
  /**
   * WeChat Pay's public key and its id (`PUB_KEY_ID_…`). Left out: its platform certificates are fetched, which change
   * every few years.
   */
  publicKey?: { id: string; key: KeyObject } | undefined;
};
