import { SendFailure } from '@yunbiao/services';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSms } from '../../../../e2e/channels/sms/aliyun.ts';
import type { SmsSettings } from '../config/config-contact.ts';
import { createSmsSender, type Fetch } from './sms.ts';

const KEY = { id: 'LTAI-test', secret: 'a secret' };
const OURS = { key: KEY, signName: '云标', templateCode: 'SMS_123456' };
const PHONE = '13800138000';
const createMessage = (to = PHONE) => ({
  to,
  code: '012345',
  purpose: 'bind' as const,
  minutes: 10,
});
/** 2026-11-21 10:00 in China. */
const START = Date.UTC(2026, 10, 21, 2);

const createWorld = async (
  settings: Partial<SmsSettings> = {},
  fetch?: Fetch,
  patienceMs = 20_000,
) => {
  const clock = { now: START };
  const server = await openSms({
    keys: { [KEY.id]: KEY.secret },
    signNames: ['云标'],
    templates: { SMS_123456: ['code'], SMS_OTHER: ['code', 'product'] },
    now: () => clock.now,
  });
  onTestFinished(() => server.close());
  const logged: unknown[] = [];
  const write = (...line: unknown[]): void => void logged.push(line);
  const waited: number[] = [];
  const send = createSmsSender(
    { ...OURS, url: server.url, ...settings },
    {
      log: { info: write, warn: write, error: write },
      now: () => clock.now,
      sleep: (ms) => Promise.resolve(void waited.push(ms)),
      timeoutMs: patienceMs,
      ...(fetch ? { fetch } : {}),
    },
  );
  return { server, clock, send, waited, logged: () => JSON.stringify(logged) };
};

const catchSendFailure = async (sending: Promise<unknown>): Promise<SendFailure> => {
  const error = await sending.then(
    () => null,
    (e: unknown) => e,
  );
  if (!(error instanceof SendFailure)) throw new Error('no failure', { cause: error });
  return error;
};

describe('a code by text message', () => {
  it('is sent with signature and template, rightly signed each time', async () => {
    const { server, send } = await createWorld();
    await send(createMessage());
    await send(createMessage('13900139000'));
    expect(server.sent).toEqual([
      { phone: PHONE, signName: '云标', template: 'SMS_123456', params: { code: '012345' } },
      {
        phone: '13900139000',
        signName: '云标',
        template: 'SMS_123456',
        params: { code: '012345' },
      },
    ]);
  });

  it('is asked for again, once, only when it was turned away before anything was done', async () => {
    const { server, send, waited } = await createWorld();
    server.throttle(1);
    await send(createMessage());
    expect([server.sent.length, server.asked.length, waited]).toEqual([1, 2, [1_000]]);
    server.throttle(5);
    expect(await catchSendFailure(send(createMessage('13900139000')))).toMatchObject({
      kind: 'later',
      message: '短信服务暂时没有回应，请稍后重试',
    });
    expect(server.asked).toHaveLength(4);
  });
});

describe('a refusal', () => {
  const SETTINGS = '本站的短信设置不对，请联系本站';

  it.each<[string, Partial<SmsSettings>]>([
    ['the key', { key: { ...KEY, id: 'LTAI-other' } }],
    ['the secret', { key: { ...KEY, secret: 'another' } }],
    ['the signature', { signName: '别人' }],
    ['the template', { templateCode: 'SMS_0' }],
    ['what the template needs', { templateCode: 'SMS_OTHER' }],
  ])('of %s is for the site to mend', async (_, settings) => {
    const { server, send, logged } = await createWorld(settings);
    expect(await catchSendFailure(send(createMessage()))).toMatchObject({
      kind: 'later',
      message: SETTINGS,
    });
    expect([server.sent, server.asked.length]).toEqual([[], 1]);
    // The log contains the request id the operator needs, and no secret.
    expect(logged()).toContain('REQUEST-1');
    for (const secret of ['012345', PHONE, KEY.secret]) expect(logged()).not.toContain(secret);
  });

  it('for want of money is for the site to mend', async () => {
    const { server, send } = await createWorld();
    server.setBroke(true);
    expect(await catchSendFailure(send(createMessage()))).toMatchObject({
      kind: 'later',
      message: SETTINGS,
    });
  });

  it('of the number is final', async () => {
    const { send } = await createWorld();
    expect(await catchSendFailure(send(createMessage('12345')))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('收不了短信'),
    });
  });

  it('of one too many to a number says so', async () => {
    const { clock, send } = await createWorld();
    await send(createMessage());
    expect(await catchSendFailure(send(createMessage()))).toMatchObject({
      kind: 'later',
      message: expect.stringContaining('太多'),
    });
    clock.now += 61_000;
    await send(createMessage());
  });
});

describe('a service in trouble', () => {
  it.each([
    ['drops before', { kind: 'drop-before' }, 0],
    ['drops after', { kind: 'drop-after' }, 1],
    ['answers with a page', { kind: 'status', status: 502 }, 1],
    ['is cut off', { kind: 'cut' }, 1],
  ] as const)('%s: nobody knows, and it is not sent twice', async (_, fault, sent) => {
    const { server, send, logged } = await createWorld();
    server.fault(fault);
    expect((await catchSendFailure(send(createMessage()))).kind).toBe('unsure');
    expect(server.sent).toHaveLength(sent);
    expect(server.asked.length).toBeLessThanOrEqual(1);
    for (const secret of ['012345', PHONE]) expect(logged()).not.toContain(secret);
  });

  it('that does not answer is not waited for', async () => {
    const { server, send } = await createWorld({}, undefined, 200);
    server.fault({ kind: 'lag', ms: 20_000 });
    expect((await catchSendFailure(send(createMessage()))).kind).toBe('unsure');
  });

  it('is not followed elsewhere, nor read without end', async () => {
    const { send } = await createWorld({}, () =>
      Promise.resolve(new Response('x'.repeat(100_000))),
    );
    expect((await catchSendFailure(send(createMessage()))).kind).toBe('unsure');
    const seen: (string | undefined)[] = [];
    const other = await createWorld({}, (_, init) => {
      seen.push(init?.redirect);
      return Promise.resolve(Response.json({ Code: 'OK' }));
    });
    await other.send(createMessage());
    expect(seen).toEqual(['error']);
  });
});

it('the stand-in itself refuses what is old, used or altered', async () => {
  const { server, clock, send } = await createWorld();
  const requests: [string, RequestInit][] = [];
  const spy = createSmsSender(
    { ...OURS, url: server.url },
    {
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => clock.now,
      fetch: (url, init = {}) => {
        requests.push([url, init]);
        return fetch(url, init);
      },
    },
  );
  await spy(createMessage());
  const [first] = requests;
  const repeatRequest = async (change: (url: string) => string) => {
    const [url = '', init = {}] = first ?? [];
    const { signal: _, ...rest } = init;
    const reply = await fetch(change(url), rest);
    return ((await reply.json()) as { Code: string }).Code;
  };
  expect(await repeatRequest((url) => url)).toBe('SignatureNonceUsed');
  expect(await repeatRequest((url) => url.replace('13800138000', '13900139000'))).toBe(
    'SignatureDoesNotMatch',
  );
  clock.now += 16 * 60_000;
  expect(await repeatRequest((url) => url)).toBe('InvalidTimeStamp.Expired');
  await send(createMessage('13900139000'));
});
