import { describeEachDatabase } from '@yunbiao/db/testing';
import { listSecurityEvents } from '@yunbiao/services';
import { describe, expect, it } from 'vitest';
import { createWechatClient } from '../wechat/client.ts';
import { readXmlElementText } from './wechat-push.ts';
import { extractKey, decryptReply, openWorld, SITE, type Told } from './testing/wechat-world.ts';

describeEachDatabase((open) => {
  describe('the open platform', () => {
    // @spec wechat-account-made
    it('makes an account the first time, signs in to it the next, and writes both down', async () => {
      const { enter, members, ctx, call } = await openWorld(await open());
      const first = await (await enter('jia')).finish();
      expect(first.data).toMatchObject({ outcome: 'signedIn', to: '/a?b=c' });
      expect(first.data.userInfo).toMatchObject({
        nickname: '微信替身甲',
        wechatBound: true,
        hasPassword: false,
      });
      expect(first.cookies.some((cookie) => cookie.startsWith('yb-device='))).toBe(true);
      const again = await (await enter('jia')).finish();
      expect(again.data.userInfo).toMatchObject({ nickname: '微信替身甲' });
      expect(await members()).toHaveLength(1);
      const token = String(again.data.token);
      expect(await call('getInfo', {}, { 'x-token': token })).toMatchObject({ code: 200 });
      const kinds = (await listSecurityEvents({ ctx })).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['login', 'register']);
    });

    // @spec wechat-scope-and-state
    it('sends to the page of the manual: its scope and a state that is always the same', async () => {
      const { call } = await openWorld(await open());
      const urls = await Promise.all(
        ['web', 'web', 'inside'].map(async (way) => {
          const { data } = await call('wechatStart', { way });
          return new URL(String(data.url));
        }),
      );
      const [one, two, inside] = urls.map(({ searchParams }) => Object.fromEntries(searchParams));
      expect(one).toMatchObject({
        appid: 'wxweb',
        response_type: 'code',
        scope: 'snsapi_login',
        state: 'yunbiao',
      });
      expect(two?.state).toBe(one?.state);
      expect(two?.redirect_uri).not.toBe(one?.redirect_uri);
      expect(inside).toMatchObject({ appid: 'wxmp', scope: 'snsapi_userinfo' });
      expect(urls.map(({ hash }) => hash)).toEqual(Array(3).fill('#wechat_redirect'));
      expect(one?.redirect_uri?.startsWith(`${SITE}/?login=wx&n=`)).toBe(true);
    });

    it('refuses another browser, a missing nonce, and a second use of the way back', async () => {
      const { call, enter, members } = await openWorld(await open());
      const { input, cookie, finish } = await enter('jia');
      const other = await enter('yi');
      expect(await call('wxLogin', input)).toMatchObject({ code: 403 });
      expect(await call('wxLogin', input, { cookie: other.cookie })).toMatchObject({ code: 403 });
      const bare = { code: input.code };
      expect(await call('wxLogin', bare, { cookie })).toMatchObject({ code: 409 });
      expect(await members()).toEqual([]);
      expect(await finish()).toMatchObject({ code: 200 });
      expect(await finish()).toMatchObject({ code: 409, msg: expect.stringContaining('重新扫码') });
    });

    it('refuses a code that is used, made up or too old, and one that comes too late', async () => {
      const { call, enter, ctx, members } = await openWorld(await open());
      const used = await enter('jia');
      await used.finish();
      const next = await enter('jia');
      for (const code of [used.input.code, 'made-up']) {
        const { cookie, input } = await enter('jia');
        expect(await call('wxLogin', { ...input, code }, { cookie })).toMatchObject({
          code: 409,
          msg: '微信的登录码已经失效，请重新扫码',
        });
      }
      ctx.pass(301_000);
      expect(await next.finish()).toMatchObject({ code: 409 });
      expect(await members()).toHaveLength(1);
    });

    describe('begun under a software’s own host name', () => {
      const own = { host: 'label.example' };

      /** Back on the main host, in a browser without the other host's cookies. */
      const requestScene = async (bind = false, headers: Record<string, string> = {}) => {
        const world = await openWorld(await open());
        const there = { ...own, ...headers };
        const started = await world.call('wechatStart', { way: 'web', to: '/qa?x=1', bind }, there);
        const back = await world.allow(String(started.data.url), 'jia');
        const input = { code: back.searchParams.get('code'), nonce: back.searchParams.get('n') };
        const cookie = world.getCookie(started);
        return { ...world, there, back, input, cookie };
      };
      const getKey = ({ data }: Told): string =>
        /^\/\?login=confirm#(.{43})$/.exec(String(data.to))?.[1] ?? '';
      const getTicket = ({ data }: Told): string =>
        /^http:\/\/label\.example\/\?login=wx#(.{43})$/.exec(String(data.to))?.[1] ?? '';

      it('asks on the main host, naming the other, and enters it with a ticket for its browser', async () => {
        const { call, back, input, cookie, there, members } = await requestScene();
        expect(back.origin).toBe(SITE);
        const came = await call('wxLogin', input);
        expect(came.data).toMatchObject({ outcome: 'ask', token: '', userInfo: null });
        expect(JSON.stringify(came.data)).not.toContain(String(input.code));
        const key = getKey(came);
        expect((await call('wechatAsk', { key })).data).toMatchObject({
          purpose: 'login',
          host: 'label.example',
          username: '',
          nickname: '微信替身甲',
        });
        const answered = await call('wechatAnswer', { key, allow: '1' });
        const ticket = getTicket(answered);
        expect(ticket).toHaveLength(43);
        expect(await members()).toEqual([]);
        const done = await call('wechatEnter', { ticket }, { ...there, cookie });
        expect(done.data).toMatchObject({
          outcome: 'signedIn',
          to: '/qa?x=1',
          userInfo: { nickname: '微信替身甲' },
        });
        const again = await call('wechatEnter', { ticket }, { ...there, cookie });
        expect(again).toMatchObject({ code: 409 });
      });

      it('gives anyone who holds that host name nothing without the person’s word', async () => {
        const { call, input, cookie, there, members } = await requestScene();
        // The attacker has the cookie of its own browser and the nonce, and tries to get the code.
        expect(await call('wxLogin', input, { ...there, cookie })).toMatchObject({ code: 403 });
        const key = getKey(await call('wxLogin', input));
        expect(await call('wechatEnter', { ticket: key }, { ...there, cookie })).toMatchObject({
          code: 409,
        });
        expect((await call('wechatAnswer', { key, allow: '0' })).data).toEqual({ to: '' });
        expect(await call('wechatAnswer', { key, allow: '1' })).toMatchObject({ code: 409 });
        expect(await members()).toEqual([]);
      });

      it('takes the ticket from its own browser on its own host only, for a minute', async () => {
        const { call, input, cookie, there, ctx, members } = await requestScene();
        const key = getKey(await call('wxLogin', input));
        const ticket = getTicket(await call('wechatAnswer', { key, allow: '1' }));
        expect(await call('wechatEnter', { ticket }, there)).toMatchObject({ code: 403 });
        expect(await call('wechatEnter', { ticket }, { cookie })).toMatchObject({ code: 403 });
        const other = { host: 'other.example', cookie };
        expect(await call('wechatEnter', { ticket }, other)).toMatchObject({ code: 403 });
        expect(await call('wxLogin', { code: input.code, nonce: ticket })).toMatchObject({
          code: 409,
        });
        ctx.pass(61_000);
        expect(await call('wechatEnter', { ticket }, { ...there, cookie })).toMatchObject({
          code: 409,
        });
        expect(await members()).toEqual([]);
      });

      it('signs one in once, for two that come with the ticket at once', async () => {
        const { call, input, cookie, there, members } = await requestScene();
        const key = getKey(await call('wxLogin', input));
        const ticket = getTicket(await call('wechatAnswer', { key, allow: '1' }));
        const both = await Promise.all(
          [1, 2].map(() => call('wechatEnter', { ticket }, { ...there, cookie })),
        );
        expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409]);
        expect(await members()).toHaveLength(1);
      });

      it('says which account is signed in to, and to which one a WeChat is bound', async () => {
        const world = await openWorld(await open());
        const { data } = await world.call('register', {
          username: 'owner',
          password: 'correct horse 9',
        });
        const owner = { ...own, 'x-token': String(data.token) };
        const begin = async (input: object, headers: Record<string, string>) => {
          const started = await world.call('wechatStart', { way: 'web', ...input }, headers);
          const back = await world.allow(String(started.data.url), 'jia');
          const code = back.searchParams.get('code');
          const key = getKey(
            await world.call('wxLogin', { code, nonce: back.searchParams.get('n') }),
          );
          const shown = await world.call('wechatAsk', { key });
          const ticket = getTicket(await world.call('wechatAnswer', { key, allow: '1' }));
          return { shown, ticket, cookie: world.getCookie(started) };
        };
        const bound = await begin({ bind: '1' }, owner);
        expect(bound.shown.data).toMatchObject({ purpose: 'bind', username: 'owner' });
        const { ticket, cookie } = bound;
        expect(await world.call('wechatEnter', { ticket }, { ...own, cookie })).toMatchObject({
          code: 403,
        });
        const done = await world.call('wechatEnter', { ticket }, { ...owner, cookie });
        expect(done.data).toMatchObject({ outcome: 'bound', userInfo: { wechatBound: true } });
        const next = await begin({}, own);
        expect(next.shown.data).toMatchObject({ purpose: 'login', username: 'owner' });
      });
    });

    it('makes one account of first sign-ins at once', async () => {
      const { enter, members } = await openWorld(await open());
      const ways = [];
      for (let n = 0; n < 4; n += 1) ways.push(await enter('jia'));
      const done = await Promise.all(ways.map(({ finish }) => finish()));
      expect(done.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
      expect(await members()).toHaveLength(1);
    });

    it('tells in words when WeChat is busy, slow, gone or talks nonsense, and tries busy again', async () => {
      const { enter, standIn, ctx, config } = await openWorld(await open());
      const path = '/sns/oauth2/access_token';
      standIn.addFault({ path, kind: 'busy', when: 'before', times: 1 });
      expect(await (await enter('jia')).finish()).toMatchObject({ code: 200 });
      for (const kind of ['drop', 'status', 'not-json', 'cut'] as const) {
        const way = await enter('jia');
        standIn.addFault({ path, kind, when: 'before', times: 1 });
        expect([kind, await way.finish()]).toEqual([
          kind,
          expect.objectContaining({ code: 503, msg: '微信那边暂时没有回应，请稍后重试' }),
        ]);
        standIn.clearFaults();
      }
      const slow = await enter('jia');
      ctx.wechat =
        createWechatClient(config, {
          log: ctx.log,
          now: ctx.now,
          fetch: () => Promise.reject(new DOMException('late', 'TimeoutError')),
        }) ?? undefined;
      expect(await slow.finish()).toMatchObject({ code: 503 });
    });

    it('says that it is not open where nothing is configured', async () => {
      const { call, ctx } = await openWorld(await open());
      ctx.wechat = undefined;
      for (const [name, input] of [
        ['mpLoginQrcode', {}],
        ['wechatStart', { way: 'web' }],
        ['wxLogin', { code: 'x' }],
      ] as const)
        expect(await call(name, input)).toMatchObject({ code: 404, msg: '微信登录未开通' });
    });
  });

  describe('the official account', () => {
    // @spec wechat-scan-signs-in
    it.each(['safe', 'compatible'] as const)(
      'signs in who scans and confirms; pushes are %s',
      async (mode) => {
        const { scene, call, members } = await openWorld(await open(), mode);
        const code = await scene();
        expect(code.shown.data).toMatchObject({
          loginQrCodeUrl: expect.stringMatching(/^data:image\/svg\+xml,/),
          standInUrl: null,
        });
        expect((await code.poll()).data.state).toBe('waiting');
        const [told] = await code.scan('jia');
        const key = extractKey(told?.body ?? '');
        expect(key).toHaveLength(43);
        expect((await code.poll()).data).toMatchObject({ state: 'scanned', token: '' });
        expect((await call('wechatAsk', { key })).data).toMatchObject({ purpose: 'login' });
        await call('wechatAnswer', { key, allow: '1' });
        const done = await code.poll();
        expect(done.data).toMatchObject({ state: 'signedIn', userInfo: { wechatBound: true } });
        expect((await code.poll()).data).toMatchObject({ state: 'expired', token: '' });
        expect(await members()).toHaveLength(1);
      },
    );

    it('is the same account as over the open platform, by unionid', async () => {
      const { scene, enter, call, members } = await openWorld(await open());
      await (await enter('yi')).finish();
      const code = await scene();
      const [told] = await code.scan('yi');
      await call('wechatAnswer', { key: extractKey(told?.body ?? ''), allow: '1' });
      expect((await code.poll()).data.state).toBe('signedIn');
      expect(await members()).toHaveLength(1);
    });

    it('is over when the phone says no, when time is up, and for a second person', async () => {
      const { scene, call, ctx } = await openWorld(await open());
      const no = await scene();
      const [told] = await no.scan('jia');
      expect((await no.scan('yi'))[0]?.body).toContain('已经被别人扫过');
      await call('wechatAnswer', { key: extractKey(told?.body ?? ''), allow: '0' });
      expect((await no.poll()).data.state).toBe('cancelled');
      const answered = { key: extractKey(told?.body ?? ''), allow: '1' };
      expect(await call('wechatAnswer', answered)).toMatchObject({ code: 409 });
      const late = await scene();
      const [scanned] = await late.scan('jia');
      ctx.pass(301_000);
      expect((await late.poll()).data.state).toBe('expired');
      const key = extractKey(scanned?.body ?? '');
      expect(await call('wechatAnswer', { key, allow: '1' })).toMatchObject({ code: 409 });
    });

    it('answers a repeat of a push as the first time, and takes no forged, altered or old one', async () => {
      const { scene, standIn, ctx } = await openWorld(await open());
      const code = await scene();
      const [first] = await code.scan('jia');
      const { xml = '' } = standIn.deliveries.at(-1) ?? {};
      const again = await standIn.push('wxmp', 'jia', {
        event: readXmlElementText(xml, 'Event'),
        eventKey: readXmlElementText(xml, 'EventKey'),
      });
      expect(extractKey(decryptReply(again?.tries[0]?.body ?? ''))).toBe(
        extractKey(first?.body ?? ''),
      );
      const other = await scene();
      for (const spoil of [
        (query: URLSearchParams) => query.set('signature', '0'.repeat(40)),
        (query: URLSearchParams) => query.delete('signature'),
        (query: URLSearchParams) =>
          query.set('timestamp', String(Math.floor(ctx.now() / 1000) - 1)),
        (query: URLSearchParams) => query.set('nonce', 'x'),
      ]) {
        standIn.alterPushes(({ query, body }) => {
          spoil(query);
          return { query, body };
        });
        expect((await other.scan('jia'))[0]?.status).toBe(403);
      }
      standIn.alterPushes(null);
      expect((await other.poll()).data.state).toBe('waiting');
      expect(await standIn.checkServer('wxmp')).toMatchObject({ isAccepted: true });
    });

    it('takes nothing in the clear, signed as it may be', async () => {
      const { scene } = await openWorld(await open(), 'plain');
      const code = await scene();
      expect((await code.scan('jia'))[0]?.status).toBe(403);
      expect((await code.poll()).data.state).toBe('waiting');
    });

    it('takes no sealed push that was altered, nor a plain one where they are sealed', async () => {
      const { scene, standIn } = await openWorld(await open(), 'safe');
      const code = await scene();
      standIn.alterPushes(({ query, body }) => ({
        query,
        body: body.replace(/.(?=\]\]><\/Enc)/, (last) => (last === 'A' ? 'B' : 'A')),
      }));
      expect((await code.scan('jia'))[0]?.status).toBe(403);
      standIn.alterPushes(({ query }) => ({ query, body: '<xml><MsgType>event</MsgType></xml>' }));
      expect((await code.scan('jia'))[0]?.status).toBe(403);
      expect((await code.poll()).data.state).toBe('waiting');
    });

    it('asks for one token for all who wait, and for another when it is no longer taken', async () => {
      const { ctx, config } = await openWorld(await open());
      const asked: string[] = [];
      let isOld = false;
      const fetchNow = globalThis.fetch;
      const wechat = createWechatClient(config, {
        log: ctx.log,
        now: ctx.now,
        fetch: (url, init) => {
          const { pathname } = new URL(url);
          asked.push(pathname.split('/').at(-1) ?? '');
          if (!isOld || !url.includes('qrcode/create')) return fetchNow(url, init);
          isOld = false;
          return Promise.resolve(Response.json({ errcode: 42001, errmsg: 'expired' }));
        },
      });
      await Promise.all(['a', 'b', 'c'].map(async (scene) => wechat?.createQr(scene, 60)));
      expect(asked.filter((item) => item === 'stable_token')).toHaveLength(1);
      isOld = true;
      expect(await wechat?.createQr('d', 60)).toContain('/q/');
      expect(asked.filter((item) => item === 'create')).toHaveLength(5);
    });
  });

  describe('binding', () => {
    const registerNewcomer = async (
      world: Awaited<ReturnType<typeof openWorld>>,
      username: string,
    ) => {
      const { data } = await world.call('register', { username, password: 'correct horse 9' });
      return { 'x-token': String(data.token) };
    };

    it('adds a WeChat to an account, by either way, and takes it off again', async () => {
      const world = await openWorld(await open());
      const owner = await registerNewcomer(world, 'owner');
      const bound = await (await world.enter('jia', owner, true)).finish();
      expect(bound.data).toMatchObject({
        outcome: 'bound',
        token: '',
        userInfo: { wechatBound: true },
      });
      expect((await (await world.enter('jia')).finish()).data.userInfo).toMatchObject({
        username: 'owner',
      });
      expect(await world.call('wechatUnbind', {}, owner)).toMatchObject({
        data: { wechatBound: false },
      });
      const code = await world.scene('wechatBindQrcode', owner);
      const key = extractKey((await code.scan('jia'))[0]?.body ?? '');
      expect((await world.call('wechatAsk', { key })).data).toMatchObject({
        purpose: 'bind',
        username: 'owner',
      });
      await world.call('wechatAnswer', { key, allow: '1' });
      expect((await code.poll()).data).toMatchObject({ state: 'bound', token: '' });
      const kinds = (await listSecurityEvents({ ctx: world.ctx })).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind.startsWith('wechat.'))).toEqual([
        'wechat.bind',
        'wechat.unbind',
        'wechat.bind',
      ]);
    });

    it('refuses a WeChat that is another account’s, and a second one', async () => {
      const world = await openWorld(await open());
      await (await world.enter('jia')).finish();
      const owner = await registerNewcomer(world, 'owner');
      expect(await (await world.enter('jia', owner, true)).finish()).toMatchObject({ code: 409 });
      expect(await (await world.enter('yi', owner, true)).finish()).toMatchObject({ code: 200 });
      expect(await (await world.enter('bing', owner, true)).finish()).toMatchObject({
        code: 409,
        msg: '这个账号已经绑定了另一个微信，先解绑再绑定',
      });
      const other = await registerNewcomer(world, 'another');
      const { input, cookie } = await world.enter('bing', owner, true);
      expect(await world.call('wxLogin', input, { ...other, cookie })).toMatchObject({ code: 403 });
    });

    it('never takes off the last way in; once there is a password, it does', async () => {
      const world = await openWorld(await open());
      const { data } = await (await world.enter('jia')).finish();
      const own = { 'x-token': String(data.token) };
      const { username } = data.userInfo as { username: string };
      expect(await world.call('wechatUnbind', {}, own)).toMatchObject({ code: 409 });
      const wrong = { username, password: '' };
      expect((await world.call('login', { ...wrong, password: ' ' })).code).toBe(400);
      const password = 'correct horse 9';
      expect(await world.call('setPassword', { password }, own)).toMatchObject({ code: 200 });
      expect(await world.call('setPassword', { password }, own)).toMatchObject({ code: 409 });
      expect(await world.call('wechatUnbind', {}, own)).toMatchObject({ code: 200 });
      expect((await world.call('login', { username, password })).code).toBe(200);
    });
  });
});
