import { describe, expect, it } from 'vitest';
import { readWechatSettings } from './config-wechat.ts';

const OFFICIAL = { WECHAT_MP_APPID: 'wx1', WECHAT_MP_SECRET: 's', WECHAT_MP_TOKEN: 't' };
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

describe('an official account', () => {
  it('is not configured without the key its pushes are sealed with', () => {
    expect(() => readWechatSettings(OFFICIAL)).toThrow(/WECHAT_MP_AES_KEY.*安全模式/);
    expect(() => readWechatSettings({ ...OFFICIAL, WECHAT_MP_AES_KEY: 'short' })).toThrow(
      /43 个字母和数字/,
    );
    expect(readWechatSettings({ ...OFFICIAL, WECHAT_MP_AES_KEY: KEY }).official).toMatchObject({
      aesKey: KEY,
    });
  });

  it('is needed by such a key', () => {
    expect(() => readWechatSettings({ WECHAT_MP_AES_KEY: KEY })).toThrow(/WECHAT_MP_APPID 一起写/);
    expect(readWechatSettings({}).official).toBeNull();
  });
});
