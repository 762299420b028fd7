import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStandIn, SITE } from './testing.ts';

let wechat: Awaited<ReturnType<typeof openStandIn>>;
beforeAll(async () => {
  wechat = await openStandIn(undefined, { prefix: '/wechat' });
});
afterAll(() => wechat.close());
beforeEach(() => wechat.standIn.clearFaults());

const ASK = {
  appid: 'wxweb',
  redirect_uri: `${SITE}/back?from=qr`,
  response_type: 'code',
  scope: 'snsapi_login',
  state: 's1',
};

const openQrPage = async (more: Record<string, string> = {}) => {
  const reply = await wechat.get('/connect/qrconnect', { ...ASK, ...more });
  const text = await reply.text();
  const uuid = wechat.standIn.listSignIns().at(-1)?.uuid ?? '';
  return { reply, text, uuid };
};

const pollCode = async (uuid: string) =>
  (await wechat.get('/connect/l/qrconnect', { uuid })).text();

const getCode = async (user = 'jia') => {
  const { uuid } = await openQrPage();
  wechat.standIn.scan(uuid, user);
  return wechat.standIn.confirm(uuid) ?? '';
};

const exchange = (code: string, more = {}) =>
  wechat.json('/sns/oauth2/access_token', {
    appid: 'wxweb',
    secret: 'web-secret',
    code,
    grant_type: 'authorization_code',
    ...more,
  });

describe('the QR code on a screen', () => {
  it('goes from waiting over scanned to confirmed, and returns with code and state', async () => {
    const { uuid, text } = await openQrPage();
    expect(text).toContain('“替身&lt;站&gt;”');
    expect(await pollCode(uuid)).toContain('wx_errcode=408');
    const phone = await wechat.post('/phone', `uuid=${uuid}&do=scan&user=jia`);
    expect(await phone.text()).toContain('微信替身（演示）');
    expect(await pollCode(uuid)).toContain('wx_errcode=404');
    await wechat.post('/phone', `uuid=${uuid}&do=confirm`);
    const end = await pollCode(uuid);
    expect(end).toContain('wx_errcode=405');
    const code = /wx_code='([^']+)'/.exec(end)?.[1];
    expect(end).toContain(`${SITE}/back?from=qr&code=${code}&state=s1`);
  });

  it('is a PNG of the phone’s address', async () => {
    const { uuid } = await openQrPage();
    const reply = await wechat.get(`/connect/qrcode/${uuid}`);
    expect(reply.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('cannot be confirmed unscanned, cancelled or expired', async () => {
    const fresh = await openQrPage();
    expect(wechat.standIn.confirm(fresh.uuid)).toBeNull();
    wechat.standIn.scan(fresh.uuid, 'yi');
    expect(wechat.standIn.cancel(fresh.uuid)).toBe(true);
    expect(wechat.standIn.confirm(fresh.uuid)).toBeNull();
    expect(await pollCode(fresh.uuid)).toContain('wx_errcode=403');
    const late = await openQrPage();
    wechat.pass(301);
    expect(await pollCode(late.uuid)).toContain('wx_errcode=402');
    expect(wechat.standIn.scan(late.uuid, 'yi')).toBe(false);
  });

  it.each([
    ['appid', 'wxnone', 'AppID'],
    ['appid', 'wxmp', 'AppID'],
    ['scope', 'snsapi_base', 'Scope'],
    ['redirect_uri', 'http://elsewhere.example/back', 'redirect_uri'],
    ['redirect_uri', 'javascript:alert(1)', 'redirect_uri'],
    ['state', 's'.repeat(129), 'state'],
  ])('refuses %s %s', async (name, value, words) => {
    const before = wechat.standIn.listSignIns().length;
    const { text } = await openQrPage({ [name]: value });
    expect(text).toContain(words);
    expect(wechat.standIn.listSignIns()).toHaveLength(before);
  });

  it('takes part in frames: its own window with self_redirect, the style and sheet given', async () => {
    const href = 'data:text/css;base64,aDF7fQ==';
    const framed = await openQrPage({ self_redirect: 'true', style: 'white', href });
    expect(framed.text).toContain('"isSelf":true');
    expect(framed.text).toContain(`href="${href}"`);
    expect(framed.text).toContain('impowerBox white');
    expect(framed.reply.headers.get('x-frame-options')).toBeNull();
    const evil = await openQrPage({ href: 'javascript:alert(1)' });
    expect(evil.text).not.toContain('javascript:');
    const script = await wechat.get('/connect/zh_CN/htmledition/js/wxLogin.js');
    expect(await script.text()).toContain(`${wechat.url}/connect/qrconnect`);
  });

  it('keeps hostile states inside strings', async () => {
    const { uuid } = await openQrPage({ state: `"</script><b>';x=1` });
    wechat.standIn.scan(uuid, 'jia');
    wechat.standIn.confirm(uuid);
    expect(await pollCode(uuid)).not.toMatch(/<|';x/);
  });
});

describe('codes and tokens', () => {
  it('change for a token, once, and tell who it is', async () => {
    const code = await getCode('bing');
    const given = await exchange(code);
    expect(given).toMatchObject({ expires_in: 7200, scope: 'snsapi_login' });
    expect(given.openid).toBe(wechat.standIn.deriveOpenid('wxweb', 'bing'));
    expect(given.unionid).toBe(wechat.standIn.deriveUnionid('bing'));
    expect((await exchange(code)).errcode).toBe(40163);
    const who = { access_token: given.access_token, openid: given.openid };
    const reply = await wechat.get('/sns/userinfo', who);
    expect(reply.headers.get('content-type')).toBe('text/plain');
    const info = JSON.parse(await reply.text());
    expect(info).toMatchObject({ nickname: '<b>丙</b> & "引号"', unionid: given.unionid });
    expect((await fetch(info.headimgurl)).headers.get('content-type')).toBe('image/png');
    expect(await wechat.json('/sns/auth', who)).toEqual({ errcode: 0, errmsg: 'ok' });
    expect((await wechat.json('/sns/auth', { ...who, openid: 'o' })).errcode).toBe(40003);
    wechat.pass(7200);
    expect((await wechat.json('/sns/userinfo', who)).errcode).toBe(42001);
    const again = await wechat.json('/sns/oauth2/refresh_token', {
      appid: 'wxweb',
      grant_type: 'refresh_token',
      refresh_token: given.refresh_token,
    });
    const fresh = { ...who, access_token: again.access_token };
    expect((await wechat.json('/sns/auth', fresh)).errcode).toBe(0);
  });

  it.each([
    [{ code: '' }, 41008],
    [{ code: 'no-such' }, 40029],
    [{ appid: 'wxnone' }, 40013],
    [{ secret: 'wrong' }, 40125],
    [{ grant_type: 'code' }, 40002],
  ])('refuses %o with %i and leaves the code good', async (more, errcode) => {
    const code = await getCode();
    expect((await exchange(code, more)).errcode).toBe(errcode);
    expect((await exchange(code)).openid).toMatch(/^o/);
  });

  it('ends a code after five minutes', async () => {
    const code = await getCode();
    wechat.pass(300);
    expect((await exchange(code)).errcode).toBe(42003);
  });

  it('can lose the answer after the code was used up, or before', async () => {
    const code = await getCode();
    const path = '/sns/oauth2/access_token';
    wechat.standIn.addFault({ path, kind: 'drop', when: 'before' });
    await expect(exchange(code)).rejects.toThrow();
    wechat.standIn.addFault({ path, kind: 'drop' });
    await expect(exchange(code)).rejects.toThrow();
    expect((await exchange(code)).errcode).toBe(40163);
    wechat.standIn.addFault({ path, kind: 'busy' });
    expect((await exchange(code)).errcode).toBe(-1);
    wechat.standIn.addFault({ path, kind: 'cut' });
    await expect(exchange(code)).rejects.toThrow(SyntaxError);
    wechat.standIn.addFault({ path, kind: 'status', status: 503 });
    const failed = await wechat.get(path, { appid: 'wxweb' });
    expect(failed.status).toBe(503);
  });
});

describe('what is sent to it', () => {
  it('is limited', async () => {
    const long = await fetch(`${wechat.url}/phone?uuid=${'a'.repeat(9000)}`);
    expect(long.status).toBe(414);
    const large = await wechat.post('/phone', 'a'.repeat(70_000)).catch(() => null);
    expect(large === null || large.status === 413).toBe(true);
    expect((await fetch(`${new URL(wechat.url).origin}/phone`)).status).toBe(404);
    expect((await wechat.get('/constructor')).status).toBe(404);
  });
});
