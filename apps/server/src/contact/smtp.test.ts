import { SendFailure } from '@yunbiao/services';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  MAIL_HOST,
  type MailFault,
  type MailOptions,
  openMail,
} from '../../../../e2e/channels/mail/smtp-server.ts';
import type { SmtpSettings } from '../config/config-contact.ts';
import { createSmtpSender } from './smtp.ts';

const LETTER = {
  to: 'zhou.min@example.com',
  subject: '云标的验证码',
  text: '验证码：012345\n.一行以点开头\n长'.padEnd(900, '长'),
  html: '<p>验证码：<b>012345</b></p>',
};
const FROM = { name: '云标', address: 'no-reply@labels.example.com' };
const LOGIN = { user: 'labels', password: 'p@ss 密码' };

const createWorld = async (
  options: MailOptions,
  settings: Partial<SmtpSettings> = {},
  patienceMs = 20_000,
) => {
  const server = await openMail(options);
  onTestFinished(() => server.close());
  const logged: unknown[] = [];
  const write = (...line: unknown[]): void => void logged.push(line);
  const send = createSmtpSender(
    {
      host: '127.0.0.1',
      port: server.port,
      security: options.security,
      login: options.login ?? null,
      from: FROM,
      ...settings,
    },
    {
      log: { info: write, warn: write, error: write },
      tls: { ca: server.cert, servername: MAIL_HOST },
      timeoutMs: patienceMs,
    },
  );
  return { server, send, logged: () => JSON.stringify(logged) };
};

const catchSendFailure = async (sending: Promise<unknown>): Promise<SendFailure> => {
  const error = await sending.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof SendFailure)) throw new Error('no failure', { cause: error });
  return error;
};

describe.each(['tls', 'starttls', 'none'] as const)('a letter (%s)', (security) => {
  it('arrives whole, in Chinese, from whom it says', async () => {
    const { server, send } = await createWorld({ security, login: LOGIN });
    await send(LETTER);
    const [letter] = server.letters;
    expect(server.letters).toHaveLength(1);
    expect(letter).toMatchObject({
      from: FROM.address,
      to: [LETTER.to],
      text: LETTER.text,
      html: LETTER.html,
    });
    const getHeader = (name: string) => letter?.headers.get(name);
    expect(getHeader('subject')).toBe(LETTER.subject);
    expect(getHeader('from')).toBe('云标 <no-reply@labels.example.com>');
    expect(getHeader('message-id')).toMatch(/^<[\w-]+@labels\.example\.com>$/);
    expect(getHeader('auto-submitted')).toBe('auto-generated');
    expect(getHeader('date')).toBeDefined();
  });

  it('is not sent with a wrong password, which is said of the settings', async () => {
    const wrong = { login: { ...LOGIN, password: 'wrong' } };
    const { server, send, logged } = await createWorld({ security, login: LOGIN }, wrong);
    expect(await catchSendFailure(send(LETTER))).toMatchObject({
      kind: 'later',
      message: '本站的邮件设置不对，请联系本站',
    });
    expect(server.letters).toEqual([]);
    expect(logged()).toContain('EAUTH');
    expect(logged()).not.toContain('wrong');
    expect(logged()).not.toContain(LETTER.to);
  });
});

describe('TLS', () => {
  it('is not gone without when it was asked for and is not offered', async () => {
    const { server, send } = await createWorld({ security: 'none' }, { security: 'starttls' });
    await catchSendFailure(send(LETTER));
    expect(server.letters).toEqual([]);
  });

  it.each(['tls', 'starttls'] as const)(
    'believes no stranger’s certificate (%s)',
    async (security) => {
      const server = await openMail({ security, login: LOGIN });
      onTestFinished(() => server.close());
      const settings = { host: '127.0.0.1', port: server.port, security, login: LOGIN, from: FROM };
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const failure = await catchSendFailure(createSmtpSender(settings, { log })(LETTER));
      expect(failure.kind).toBe('later');
      expect(server.letters).toEqual([]);
    },
  );
});

describe('a server in trouble', () => {
  /**
   * Errors in these steps come before the server accepts the message: it was certainly not sent.
   */
  const early = ['greeting', 'ehlo', 'mail', 'rcpt', 'data'] as const;

  it.each([
    ...early.map((at): [string, MailFault] => [`drops at ${at}`, { at, kind: 'drop' }]),
    ['is full', { at: 'greeting', kind: 'say', text: '421 4.3.2 Too many connections' }],
    ['has no room', { at: 'mail', kind: 'say', text: '452 4.3.1 Insufficient storage' }],
    ['says come later', { at: 'rcpt', kind: 'say', text: '450 4.2.0 Greylisted' }],
    ['loses its login', { at: 'auth', kind: 'say', text: '454 4.7.0 Temporary failure' }],
    ['talks nonsense', { at: 'greeting', kind: 'say', text: 'HTTP/1.1 400 Bad Request' }],
  ] satisfies [string, MailFault][])('that %s has sent nothing', async (_, fault) => {
    const { server, send } = await createWorld({ security: 'none', login: LOGIN });
    server.fault(fault);
    const steps: string[] = [];
    const begin = () => Promise.resolve(void steps.push('begun'));
    expect((await catchSendFailure(send(LETTER, begin))).kind).toBe('later');
    expect(steps).toEqual([]);
    expect(server.letters).toEqual([]);
    await send(LETTER, begin);
    expect([steps, server.letters.length]).toEqual([['begun'], 1]);
  });

  it('that is silent is not waited for', async () => {
    const { server, send } = await createWorld({ security: 'none' }, {}, 300);
    server.fault({ at: 'greeting', kind: 'lag', ms: 20_000 });
    expect((await catchSendFailure(send(LETTER))).kind).toBe('later');
  });

  it('that is slow is waited for', async () => {
    const { server, send } = await createWorld({ security: 'none' });
    server.fault({ at: 'rcpt', kind: 'lag', ms: 300 });
    server.fault({ at: 'queued', kind: 'lag', ms: 300 });
    await send(LETTER);
    expect(server.letters).toHaveLength(1);
  });

  it.each([
    ['while it reads', { at: 'content', kind: 'drop' }, 0],
    ['before it answers', { at: 'queued', kind: 'drop' }, 1],
  ] as const)('that drops %s leaves nobody sure', async (_, fault, taken) => {
    const { server, send } = await createWorld({ security: 'none' });
    server.fault(fault);
    const steps: string[] = [];
    const failure = await catchSendFailure(
      send(LETTER, () => Promise.resolve(void steps.push('begun'))),
    );
    expect(failure.kind).toBe('unsure');
    expect([steps, server.letters.length]).toEqual([['begun'], taken]);
  });

  it('that knows no such recipient has refused for good, and the log names him in part only', async () => {
    const { server, send, logged } = await createWorld({ security: 'none' });
    server.refused.set(LETTER.to, `550 5.1.1 <${LETTER.to}>: User unknown`);
    expect(await catchSendFailure(send(LETTER))).toMatchObject({
      kind: 'refused',
      message: '对方的邮件服务器不收这个地址，请核对有没有写错',
    });
    expect(logged()).toContain('z***@example.com');
    expect(logged()).not.toContain(LETTER.to);
  });

  it.each([
    ['552 5.3.4 Too big', 'refused'],
    ['451 4.3.0 Try again', 'later'],
  ])('that answers the letter with %s: %s', async (text, kind) => {
    const { server, send } = await createWorld({ security: 'none' });
    server.fault({ at: 'content', kind: 'say', text });
    expect((await catchSendFailure(send(LETTER))).kind).toBe(kind);
  });

  it('sends nothing when what must come first fails', async () => {
    const { server, send } = await createWorld({ security: 'none' });
    const begin = () => Promise.reject(new Error('another process sends it'));
    await expect(send(LETTER, begin)).rejects.toThrow('another process sends it');
    expect(server.letters).toEqual([]);
  });

  it('answers that never end are not read for ever', async () => {
    const { server, send } = await createWorld({ security: 'none' });
    server.fault({ at: 'greeting', kind: 'say', text: '220-x\r\n'.repeat(20_000) });
    expect((await catchSendFailure(send(LETTER))).kind).toBe('later');
  });
});
