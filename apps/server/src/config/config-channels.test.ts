import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const folder = mkdtempSync(join(tmpdir(), 'yb-keys-'));
const file = join(folder, 'key.pem');
writeFileSync(file, pem);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const ALIPAY = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: pem,
  ALIPAY_PUBLIC_KEY: spki,
};
const WECHAT = {
  WECHAT_PAY_APP_ID: 'wx8888888888888888',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_SERIAL_NO: 'ABC12345',
  WECHAT_PAY_PRIVATE_KEY_FILE: file,
  WECHAT_PAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
};
const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };

const getMessage = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the settings of payment channels', () => {
  it('are none by default, and whole where there are any', () => {
    expect(readConfig({})).toMatchObject({ alipay: undefined, wechatPay: undefined });
    const { alipay, wechatPay } = readConfig({ ...PRODUCTION, ...ALIPAY, ...WECHAT });
    expect(alipay).toMatchObject({
      gateway: 'https://openapi.alipay.com/gateway.do',
      sellerId: '2088000000000001',
    });
    expect(wechatPay).toMatchObject({
      url: 'https://api.mch.weixin.qq.com',
      mchId: '1900000001',
      publicKey: undefined,
    });
    expect(wechatPay?.privateKey.equals(privateKey)).toBe(true);
  });

  it('take keys as PEM, as PEM on one line, and as the vendors’ tools give them', () => {
    const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    for (const key of [pem.replaceAll('\n', '\\n'), pkcs1, pkcs8]) {
      const { alipay } = readConfig({ ...ALIPAY, ALIPAY_PRIVATE_KEY: key });
      expect(alipay?.privateKey.equals(privateKey)).toBe(true);
    }
    const bare = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const { alipay } = readConfig({ ...ALIPAY, ALIPAY_PUBLIC_KEY: bare });
    expect(alipay?.alipayKey.equals(publicKey)).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['ALIPAY_SELLER_ID', { ...ALIPAY, ALIPAY_SELLER_ID: '' }],
    ['ALIPAY_SELLER_ID', { ...ALIPAY, ALIPAY_SELLER_ID: '1088000000000001' }],
    ['ALIPAY_PRIVATE_KEY', { ...ALIPAY, ALIPAY_PRIVATE_KEY: 'secret-of-mine' }],
    ['ALIPAY_PRIVATE_KEY', { ...ALIPAY, ALIPAY_PRIVATE_KEY_FILE: file }],
    ['ALIPAY_PUBLIC_KEY', { ...ALIPAY, ALIPAY_PUBLIC_KEY: pem }],
    ['ALIPAY_PUBLIC_KEY', { ALIPAY_PUBLIC_KEY_FILE: '/nowhere/at/all' }],
    ['ALIPAY_URL', { ...PRODUCTION, ...ALIPAY, ALIPAY_URL: 'http://openapi.alipay.com' }],
    ['WECHAT_PAY_API_V3_KEY', { ...WECHAT, WECHAT_PAY_API_V3_KEY: 'short' }],
    ['WECHAT_PAY_PUBLIC_KEY', { ...WECHAT, WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1' }],
    ['WECHAT_PAY_URL', { ...PRODUCTION, ...WECHAT, WECHAT_PAY_URL: 'http://127.0.0.1:1' }],
    ['PUBLIC_URL', { ...PRODUCTION, PUBLIC_URL: 'http://labels.example.com', ...ALIPAY }],
  ])('name %s when it is wrong, and never repeat a key', (name, env) => {
    const message = getMessage(env);
    expect(message).toContain(name);
    expect(message).not.toMatch(/secret-of-mine|PRIVATE KEY-|short/);
  });
});
