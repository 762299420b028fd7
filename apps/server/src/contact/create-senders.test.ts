import { describe, expect, it, onTestFinished } from 'vitest';
import { readLetter } from '../../../../e2e/channels/mail/mime.ts';
import { openMail } from '../../../../e2e/channels/mail/smtp-server.ts';
import { openSms } from '../../../../e2e/channels/sms/aliyun.ts';
import { readConfig } from '../config/config.ts';
import { createContactSenders } from './create-senders.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const offer = (env: Record<string, string>) => {
  const written: string[] = [];
  const contact = createContactSenders(readConfig(env), { log, now: Date.now }, (text) => {
    written.push(text);
  });
  return { ...contact, written };
};
const code = { code: '012345', purpose: 'reset', minutes: 10 } as const;

describe('what a site is reached by', () => {
  it('is nothing in production without settings', () => {
    const env = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };
    expect(offer(env)).toMatchObject({ email: null, phone: null });
  });

  it('is the terminal in a demo', async () => {
    const { email, phone, written } = offer({});
    expect([email?.isSimulated, phone?.isSimulated]).toEqual([true, true]);
    await phone?.sendCode({ to: '13800138000', ...code });
    await email?.sendCode({ to: 'a@b.cn', ...code });
    expect(written[0]).toContain('发给 13800138000：验证码 012345，10 分钟内有效');
    expect(written[1]).toContain('a@b.cn');
    expect(written[1]).toContain('重设你的云标密码的验证码是：012345');
  });

  it('is what the settings name', async () => {
    const mail = await openMail({ security: 'none' });
    const sms = await openSms({
      keys: { LTAI: 'secret' },
      signNames: ['云标'],
      templates: { SMS_1: ['code'] },
    });
    onTestFinished(() => Promise.all([mail.close(), sms.close()]).then(() => undefined));
    const { email, phone, written } = offer({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_SECURITY: 'none',
      SMTP_FROM: '云标 <no-reply@labels.example.com>',
      SMS_ACCESS_KEY_ID: 'LTAI',
      SMS_ACCESS_KEY_SECRET: 'secret',
      SMS_SIGN_NAME: '云标',
      SMS_TEMPLATE_CODE: 'SMS_1',
      SMS_URL: sms.url,
      SMS_DAILY_MAX: '7',
    });
    expect([email?.isSimulated, phone?.isSimulated, phone?.dailyMax]).toEqual([false, false, 7]);
    await email?.sendCode({ to: 'a@b.cn', ...code });
    await phone?.sendCode({ to: '13800138000', ...code });
    expect(sms.sent).toMatchObject([{ phone: '13800138000', params: { code: '012345' } }]);
    const [letter] = mail.letters;
    const { text, html, headers } = readLetter(letter?.raw ?? '');
    expect(headers.get('subject')).toBe('云标的验证码');
    for (const body of [text, html]) {
      expect(body).toContain('012345');
      expect(body).toContain('10 分钟内有效');
    }
    expect(written).toEqual([]);
  });
});
