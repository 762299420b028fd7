import { afterEach, describe, expect, it } from 'vitest';
import { createWechatStandIn } from './index.ts';
import type { PushTarget } from './index.ts';
import { AES_KEY, openSite, openStandIn, computeSha1, SITE, unsealText } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const open = async (mode: PushTarget['mode'] = 'plain', pushTimeoutMs = 5000) => {
  const site = await openSite();
  const push = { url: site.url, token: 'push-token', mode, encodingAesKey: AES_KEY };
  const wechat = await openStandIn(push, { pushTimeoutMs });
  closers.push(site.close, wechat.close);
  const key = await wechat.json('/cgi-bin/token', {
    grant_type: 'client_credential',
    appid: 'wxmp',
    secret: 'mp-secret',
  });
  const create = async (action: unknown, accessToken: string = key.access_token) =>
    JSON.parse(
      await (
        await wechat.post(
          `/cgi-bin/qrcode/create?access_token=${accessToken}`,
          JSON.stringify(action),
        )
      ).text(),
    );
  const qr = { action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: 'sign-1' } } };
  return { site, wechat, key, create, qr };
};

const readField = (xml: string, name: string): string => {
  const start = xml.indexOf(`<${name}>`) + name.length + 2;
  const value = xml.slice(start, xml.indexOf(`</${name}>`, start));
  return value.startsWith('<![CDATA[') ? value.slice(9, -3) : value;
};

describe('an official account', () => {
  it('gives a code with a scene, an image of it, and pushes subscribe, then SCAN', async () => {
    const { site, wechat, key, create, qr } = await open();
    const made = await create({ ...qr, expire_seconds: 300 });
    expect(made).toMatchObject({ expire_seconds: 300 });
    const picture = await wechat.get('/cgi-bin/showqrcode', { ticket: made.ticket });
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(await (await fetch(made.url)).text()).toContain('微信替身（演示）');
    const who = { ticket: made.ticket, do: 'follow', user: 'jia' };
    await wechat.post('/phone', `${new URLSearchParams(who)}`);
    await wechat.standIn.waitUntilSettled();
    await wechat.standIn.scanTicket(made.ticket, 'jia');
    const [first, second] = site.got;
    expect(readField(first?.body ?? '', 'Event')).toBe('subscribe');
    expect(readField(first?.body ?? '', 'EventKey')).toBe('qrscene_sign-1');
    expect(readField(second?.body ?? '', 'Event')).toBe('SCAN');
    expect(readField(second?.body ?? '', 'EventKey')).toBe('sign-1');
    const openid = wechat.standIn.deriveOpenid('wxmp', 'jia');
    expect(readField(first?.body ?? '', 'FromUserName')).toBe(openid);
    const query = first?.query ?? new URLSearchParams();
    const [timestamp, nonce] = [query.get('timestamp'), query.get('nonce')];
    expect(query.get('signature')).toBe(computeSha1('push-token', timestamp, nonce));
    const info = { access_token: key.access_token, openid };
    const known = await wechat.json('/cgi-bin/user/info', info);
    const unionid = wechat.standIn.deriveUnionid('jia');
    expect(known).toMatchObject({ subscribe: 1, nickname: '', headimgurl: '', unionid });
    await wechat.standIn.unfollow('wxmp', 'jia');
    expect(await wechat.json('/cgi-bin/user/info', info)).not.toHaveProperty('unionid');
  });

  it.each(['safe', 'compatible'] as const)('seals pushes in %s mode', async (mode) => {
    const { site, wechat } = await open(mode);
    await wechat.standIn.follow('wxmp', 'yi');
    const { query, body } = site.got[0] ?? { query: new URLSearchParams(), body: '' };
    expect(query.get('encrypt_type')).toBe('aes');
    const sealed = readField(body, 'Encrypt');
    const [timestamp, nonce] = [query.get('timestamp'), query.get('nonce')];
    expect(query.get('msg_signature')).toBe(computeSha1('push-token', timestamp, nonce, sealed));
    const { text, appid } = unsealText(sealed);
    expect(appid).toBe('wxmp');
    expect(readField(text, 'Event')).toBe('subscribe');
    expect(body.includes('<Event>')).toBe(mode === 'compatible');
  });

  it('sends three times into silence, with one CreateTime', async () => {
    const { site, wechat } = await open('plain', 500);
    site.answers.push('silent', 'silent', 'silent');
    const sent = await wechat.standIn.push('wxmp', 'jia', { event: 'CLICK', eventKey: 'k' }, 1234);
    expect(sent?.isTaken).toBe(false);
    expect(site.got.map(({ body }) => readField(body, 'CreateTime'))).toEqual([
      '1234',
      '1234',
      '1234',
    ]);
    site.answers.push('silent');
    expect((await wechat.standIn.follow('wxmp', 'yi'))?.tries.map(({ status }) => status)).toEqual([
      0, 200,
    ]);
    site.answers.push({ status: 200, body: 'nonsense' });
    expect(await wechat.standIn.follow('wxmp', 'yi')).toMatchObject({ isTaken: false });
  });

  it('checks the server with echostr', async () => {
    const { site, wechat } = await open();
    expect(await wechat.standIn.checkServer('wxmp')).toMatchObject({ isAccepted: true });
    site.answers.push({ status: 200, body: 'other' });
    expect(await wechat.standIn.checkServer('wxmp')).toMatchObject({ isAccepted: false });
  });

  it('lets tests forge pushes', async () => {
    const { site, wechat } = await open();
    wechat.standIn.alterPushes(({ query, body }) => ({
      query,
      body: body.replace('subscribe', 'SCAN'),
    }));
    await wechat.standIn.follow('wxmp', 'yi');
    expect(readField(site.got[0]?.body ?? '', 'Event')).toBe('SCAN');
  });

  it('ends a former token five minutes after the next; the stable one stays', async () => {
    const { wechat, key, create, qr } = await open();
    const asked = { grant_type: 'client_credential', appid: 'wxmp', secret: 'mp-secret' };
    const requestStableToken = async (more = {}) =>
      JSON.parse(
        await (
          await wechat.post('/cgi-bin/stable_token', JSON.stringify({ ...asked, ...more }))
        ).text(),
      );
    const first = await requestStableToken();
    expect((await requestStableToken()).access_token).toBe(first.access_token);
    await wechat.json('/cgi-bin/token', asked);
    expect(await create(qr)).toHaveProperty('ticket');
    wechat.pass(300);
    expect((await create(qr, key.access_token)).errcode).toBe(42001);
    expect(await create(qr, first.access_token)).toHaveProperty('ticket');
    const forced = await requestStableToken({ force_refresh: true });
    expect(forced.access_token).not.toBe(first.access_token);
  });

  it.each([
    [{ action_name: 'NONE' }, 40052],
    [{ action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: '' } } }, 40053],
    [
      {
        action_name: 'QR_SCENE',
        action_info: { scene: { scene_id: 'x' } },
      },
      40053,
    ],
    ['{', 47001],
  ])('refuses the code %o with %i', async (action, errcode) => {
    const { create } = await open();
    expect((await create(action)).errcode).toBe(errcode);
    expect((await create(action, 'nope')).errcode).toBe(40001);
  });

  it('says system busy and quota', async () => {
    const { wechat, create, qr } = await open();
    wechat.standIn.addFault({ path: '/cgi-bin/qrcode/create', kind: 'busy' });
    wechat.standIn.addFault({ path: '/cgi-bin/qrcode/create', kind: 'rate-limit' });
    expect((await create(qr)).errcode).toBe(-1);
    expect((await create(qr)).errcode).toBe(45009);
    expect(await create(qr)).toHaveProperty('ticket');
  });

  it('forgets a code when its time is over', async () => {
    const { wechat, create, qr } = await open();
    const made = await create(qr);
    wechat.pass(60);
    expect((await wechat.get('/cgi-bin/showqrcode', { ticket: made.ticket })).status).toBe(404);
    expect(() => wechat.standIn.scanTicket(made.ticket, 'jia')).toThrow('no such ticket');
  });

  it('pushes to loopback only', () => {
    const push = { url: 'http://example.com/', token: 't' };
    const app = {
      kind: 'official',
      appid: 'a',
      secret: 's',
      name: 'n',
      redirectHost: 'h',
    } as const;
    const make = (): unknown =>
      createWechatStandIn({ apps: [{ ...app, originalId: 'gh_1', push }] });
    expect(make).toThrow('loopback');
  });
});

describe('web authorisation inside WeChat', () => {
  const ask = {
    appid: 'wxmp',
    redirect_uri: `${SITE}/back`,
    response_type: 'code',
    scope: 'snsapi_userinfo',
    state: 'm1',
  };

  it('asks, then is silent for snsapi_base, whose token tells no name', async () => {
    const { wechat } = await open();
    const path = '/connect/oauth2/authorize';
    expect(await (await wechat.get(path, ask)).text()).toContain('请在微信客户端打开链接');
    const agent = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0' };
    expect(await (await wechat.get(path, ask, agent)).text()).toContain('申请获取你的信息');
    const agreed = await wechat.post(`${path}?${new URLSearchParams(ask)}`, 'do=allow&user=yi');
    const back = new URL(agreed.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('m1');
    const cookie = (agreed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const base = { ...ask, scope: 'snsapi_base' };
    const silent = await wechat.get(path, base, { ...agent, cookie });
    const code = new URL(silent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    wechat.pass(599);
    const given = await wechat.json('/sns/oauth2/access_token', {
      appid: 'wxmp',
      secret: 'mp-secret',
      code,
      grant_type: 'authorization_code',
    });
    expect(given.openid).toBe(wechat.standIn.deriveOpenid('wxmp', 'yi'));
    expect(given).not.toHaveProperty('unionid');
    const info = { access_token: given.access_token, openid: given.openid };
    expect((await wechat.json('/sns/userinfo', info)).errcode).toBe(48001);
    const denied = await wechat.post(`${path}?${new URLSearchParams(ask)}`, 'do=deny&user=yi');
    expect(denied.headers.get('location')).toBeNull();
  });
});
