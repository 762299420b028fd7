import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };
const SMTP = {
  SMTP_HOST: 'smtp.example.com',
  SMTP_FROM: '云标 <no-reply@labels.example.com>',
  SMTP_USER: 'labels',
  SMTP_PASSWORD: 'hunter2',
};
const SMS = {
  SMS_ACCESS_KEY_ID: 'LTAI5t',
  SMS_ACCESS_KEY_SECRET: 'hunter2',
  SMS_SIGN_NAME: '云标',
  SMS_TEMPLATE_CODE: 'SMS_154950909',
};

const getMessage = (env: Record<string, string>): string => {
  try {
    readConfig({ ...PRODUCTION, ...env });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('SMTP_…', () => {
  it('is a server with TLS from the first byte, unless it says otherwise', () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig(SMTP).mail).toEqual({
      host: 'smtp.example.com',
      port: 465,
      security: 'tls',
      login: { user: 'labels', password: 'hunter2' },
      from: { name: '云标', address: 'no-reply@labels.example.com' },
      dailyMax: 2_000,
    });
    const other = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'a@b.cn', SMTP_SECURITY: 'none' };
    expect(readConfig(other).mail).toMatchObject({
      port: 25,
      security: 'none',
      login: null,
      from: { name: '', address: 'a@b.cn' },
    });
    expect(readConfig({ ...SMTP, SMTP_SECURITY: 'starttls' }).mail?.port).toBe(587);
    expect(readConfig({ ...SMTP, SMTP_PORT: '2465', SMTP_DAILY_MAX: '9' }).mail).toMatchObject({
      port: 2_465,
      dailyMax: 9,
    });
  });

  it('takes its password from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yb-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'password');
    writeFileSync(file, 'from a file\n');
    const { SMTP_PASSWORD: _, ...rest } = SMTP;
    expect(readConfig({ ...rest, SMTP_PASSWORD_FILE: file }).mail?.login?.password).toBe(
      'from a file',
    );
  });

  it.each<[string, Record<string, string>]>([
    ['SMTP_FROM', { SMTP_HOST: 'smtp.example.com' }],
    ['SMTP_HOST、SMTP_FROM', { SMTP_USER: 'labels' }],
    ['SMTP_HOST', { ...SMTP, SMTP_HOST: 'smtp://example.com/' }],
    ['SMTP_FROM', { ...SMTP, SMTP_FROM: '云标' }],
    ['SMTP_FROM', { ...SMTP, SMTP_FROM: 'a@b.cn, c@d.cn' }],
    ['SMTP_USER', { ...SMTP, SMTP_PASSWORD: '' }],
    ['SMTP_PORT', { ...SMTP, SMTP_PORT: '0' }],
    ['SMTP_SECURITY', { ...SMTP, SMTP_SECURITY: 'ssl' }],
    ['SMTP_SECURITY', { ...SMTP, SMTP_SECURITY: 'none' }],
    ['SMTP_PASSWORD', { ...SMTP, SMTP_PASSWORD_FILE: '/nowhere' }],
    ['SMTP_PASSWORD_FILE', { ...SMTP, SMTP_PASSWORD: '', SMTP_PASSWORD_FILE: '/nowhere' }],
    ['SMTP_DAILY_MAX', { ...SMTP, SMTP_DAILY_MAX: '0' }],
  ])('refuses a wrong %s with one sentence, and repeats no secret', (name, env) => {
    const message = getMessage(env);
    expect(message.startsWith(name)).toBe(true);
    expect(message).toMatch(/^[^\n]+。$/);
    expect(message).not.toContain('hunter2');
  });
});

describe('SMS_…', () => {
  it('is a key, a signature and a template', () => {
    expect(readConfig({}).sms).toBeUndefined();
    expect(readConfig({ ...PRODUCTION, ...SMS }).sms).toEqual({
      key: { id: 'LTAI5t', secret: 'hunter2' },
      signName: '云标',
      templateCode: 'SMS_154950909',
      url: 'https://dysmsapi.aliyuncs.com',
      dailyMax: 1_000,
    });
    const url = 'http://127.0.0.1:8080';
    expect(readConfig({ ...SMS, SMS_URL: url, SMS_DAILY_MAX: '5' }).sms).toMatchObject({
      url,
      dailyMax: 5,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['SMS_SIGN_NAME', { ...SMS, SMS_SIGN_NAME: '' }],
    ['SMS_ACCESS_KEY_ID、', { SMS_DAILY_MAX: '5' }],
    ['SMS_ACCESS_KEY_ID', { ...SMS, SMS_ACCESS_KEY_ID: 'a b' }],
    ['SMS_TEMPLATE_CODE', { ...SMS, SMS_TEMPLATE_CODE: '154950909' }],
    ['SMS_URL', { ...SMS, SMS_URL: 'http://127.0.0.1:8080' }],
    ['SMS_URL', { ...SMS, SMS_URL: 'https://sms.example.com/path' }],
    ['SMS_DAILY_MAX', { ...SMS, SMS_DAILY_MAX: 'many' }],
  ])('refuses a wrong or missing %s, and repeats no secret', (name, env) => {
    const message = getMessage(env);
    expect(message.startsWith(name)).toBe(true);
    expect(message).toMatch(/^[^\n]+。$/);
    expect(message).not.toContain('hunter2');
  });
});
