import { randomBytes } from 'node:crypto';
import { type CallName, calls, PASSKEYS_PER_MEMBER, encodeUrlForm } from '@yunbiao/contract';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addMember,
  addSoftware,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { type Algorithm, createAuthenticator, type Faults } from './testing/authenticator.ts';

const SITE = 'https://labels.example';
const HOST = 'labels.example';
const password = 'correct horse 9';

type Reply = { code: number; msg: string; data: Record<string, unknown>; cookie: string };
type Headers = Record<string, string>;

const openWorld = async (db: Database, prepare: (ctx: TestContext) => void = () => {}) => {
  const ctx = createTestContext(db);
  ctx.settings = { ...ctx.settings, mode: 'production', publicUrl: SITE };
  prepare(ctx);
  await addSoftware(ctx, 'yunbiao');
  const api = createApi(ctx);
  const call = async (
    name: CallName,
    input: Record<string, unknown> = {},
    headers: Headers = {},
  ): Promise<Reply> => {
    const response = await api.request(calls[name].path, {
      method: 'POST',
      headers: {
        host: HOST,
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: encodeUrlForm(input).toString(),
    });
    const reply = (await response.json()) as Omit<Reply, 'cookie'>;
    const passkeyCookie = response.headers
      .getSetCookie()
      .find((item) => item.startsWith('yb-passkey='));
    return { ...reply, data: reply.data ?? {}, cookie: passkeyCookie?.split(';', 1)[0] ?? '' };
  };
  const getOptions = ({ data }: Reply) => data.options as Record<string, unknown>;
  const addPerson = async (username: string) => {
    const member = await addMember(ctx, username);
    return { ...member, own: { 'x-token': member.token } };
  };
  type Person = Awaited<ReturnType<typeof addPerson>>;
  type Device = ReturnType<typeof createAuthenticator>;
  const add = async (
    { own }: Pick<Person, 'own'>,
    device: Device,
    faults: Faults = {},
    headers: Headers = {},
  ) => {
    const started = await call('passkeyAddStart', { password }, { ...own, ...headers });
    expect(started).toMatchObject({ code: 200 });
    const made = device.create(getOptions(started), faults);
    return {
      made,
      reply: await call('passkeyAdd', { ...made, name: '手机' }, { ...own, ...headers }),
    };
  };
  const start = async (headers: Headers = {}) => {
    const started = await call('passkeyStart', {}, headers);
    expect(started).toMatchObject({ code: 200 });
    return { options: getOptions(started), cookie: started.cookie };
  };
  const enter = async (device: Device, faults: Faults = {}) => {
    const { options, cookie } = await start();
    const answer = device.get(options, faults);
    return { answer, cookie, reply: await call('passkeyLogin', answer, { cookie }) };
  };
  const list = async ({ own }: Pick<Person, 'own'>) =>
    (await call('passkeyList', {}, own)).data.list as Record<string, unknown>[];
  const listEvents = async (kind: string) =>
    ctx.db.kysely
      .selectFrom('security_event')
      .select(['actor', 'subject', 'detail', 'count'])
      .where('kind', '=', kind)
      .execute();
  return { ctx, call, getOptions, person: addPerson, add, start, enter, list, events: listEvents };
};

const REFUSED = {
  code: 400,
  data: { fields: { credentialId: expect.stringContaining('没有通过核对') } },
};

describeEachDatabase((open) => {
  describe('passkeys', () => {
    it.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])(
      'are added with the password and sign in, signed with %s; both are written down and told',
      async (algorithm) => {
        const world = await openWorld(await open());
        const owner = await world.person('owner');
        const device = createAuthenticator(SITE, { algorithm });
        expect(
          await world.call('passkeyAddStart', { password: 'not this' }, owner.own),
        ).toMatchObject({ code: 400, data: { fields: { password: '现在的密码不对' } } });
        const { reply } = await world.add(owner, device);
        expect(reply).toMatchObject({
          code: 200,
          data: { name: '手机', host: HOST, isSynced: false, lastUsedAt: null },
        });
        world.ctx.pass(60_000);
        const entered = await world.enter(device);
        expect(entered.reply).toMatchObject({
          code: 200,
          data: { token: expect.any(String), userInfo: { username: 'owner' } },
        });
        const own = { 'x-token': String(entered.reply.data.token) };
        expect(await world.call('getInfo', {}, own)).toMatchObject({ code: 200 });
        expect(await world.list({ own })).toMatchObject([
          { name: '手机', lastUsedAt: new Date(world.ctx.now()).toISOString() },
        ]);
        const subject = `member:${owner.id}`;
        expect(await world.events('passkey.add')).toMatchObject([{ actor: subject, subject }]);
        expect(await world.events('login')).toContainEqual(
          expect.objectContaining({ subject, detail: '{"by":"passkey"}' }),
        );
        const notices = (await world.call('noticeList', {}, own)).data.list;
        expect(notices).toMatchObject([{ kind: 'account', title: '添加了一个通行密钥' }]);
      },
    );

    it('ask for a finger or a PIN, and name nobody’s', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      await world.add(owner, createAuthenticator(SITE));
      const { options } = await world.start();
      expect(options).toMatchObject({ rpId: HOST, userVerification: 'required', timeout: 300_000 });
      expect(options.allowCredentials).toBeUndefined();
      const again = world.getOptions(await world.call('passkeyAddStart', { password }, owner.own));
      expect(again).toMatchObject({
        rp: { id: HOST, name: '云标' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      expect(again.excludeCredentials).toHaveLength(1);
    });

    it('count nothing where the authenticator does not, and are known to be synced', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE, { counts: false });
      await world.add(owner, device);
      for (let turn = 0; turn < 2; turn += 1)
        expect((await world.enter(device)).reply).toMatchObject({ code: 200 });
      expect(await world.list(owner)).toMatchObject([{ isSynced: true }]);
    });

    it('sign in a member who is suspended or leaving, as a password does', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      const { id: softwareId } = await world.ctx.db.kysely
        .selectFrom('software')
        .select('id')
        .executeTakeFirstOrThrow();
      await world.ctx.db.kysely
        .insertInto('suspension')
        .values({
          member_id: owner.id,
          software_id: softwareId,
          reason: '查一件事',
          created_at: world.ctx.now(),
        })
        .execute();
      expect(await world.call('deletionAsk', { password }, owner.own)).toMatchObject({ code: 200 });
      expect((await world.enter(device)).reply).toMatchObject({
        code: 200,
        data: { userInfo: { leavingAt: expect.any(String) } },
      });
    });
  });

  describe('an answer that signs nobody in', () => {
    it.each<[string, Faults]>([
      ['from the page of another origin', { origin: 'https://evil.example' }],
      ['from the same host over another scheme', { origin: 'http://labels.example' }],
      ['for another site’s id', { rpId: 'evil.example' }],
      ['to the question for a new passkey', { type: 'webauthn.create' }],
      ['without a finger or a PIN', { unverified: true }],
      ['that nobody touched', { absent: true }],
      ['with a signature that is not the key’s', { badSignature: true }],
      ['for another member', { userHandle: randomBytes(32).toString('base64url') }],
    ])('is one %s', async (_, faults) => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      expect((await world.enter(device, faults)).reply).toMatchObject(REFUSED);
      const subject = `member:${owner.id}`;
      expect(await world.events('passkey.refused')).toMatchObject([{ actor: 'visitor', subject }]);
      // A refused attempt does not invalidate the passkey.
      expect((await world.enter(device)).reply).toMatchObject({ code: 200 });
    });

    it('is one given before, to another question, in another browser, or too late', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      const over = {
        code: 400,
        data: { fields: { credentialId: expect.stringContaining('已经过期') } },
      };
      const { answer, cookie } = await world.enter(device);
      expect(await world.call('passkeyLogin', answer, { cookie })).toMatchObject(over);
      const forged = { challenge: randomBytes(32).toString('base64url') };
      expect((await world.enter(device, forged)).reply).toMatchObject(over);
      const mine = await world.start();
      const theirs = await world.start();
      const given = device.get(mine.options);
      expect(await world.call('passkeyLogin', given)).toMatchObject(over);
      expect(await world.call('passkeyLogin', given, { cookie: theirs.cookie })).toMatchObject(
        over,
      );
      const broken = { ...given, clientData: 'bm90IGpzb24' };
      expect(await world.call('passkeyLogin', broken, { cookie: mine.cookie })).toMatchObject(over);
      world.ctx.pass(5 * 60_000);
      expect(await world.call('passkeyLogin', given, { cookie: mine.cookie })).toMatchObject(over);
    });

    it('is the same one twice at once', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      const { options, cookie } = await world.start();
      const answer = device.get(options);
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => world.call('passkeyLogin', answer, { cookie })),
      );
      expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    });

    it('is one whose count went back: there are two of that key', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      expect((await world.enter(device, { counter: 9 })).reply).toMatchObject({ code: 200 });
      for (const counter of [9, 8, 0])
        expect((await world.enter(device, { counter })).reply).toMatchObject(REFUSED);
      expect(await world.events('passkey.counter')).toMatchObject([
        { subject: `member:${owner.id}`, count: 3 },
      ]);
      expect((await world.enter(device, { counter: 10 })).reply).toMatchObject({ code: 200 });
    });

    it('is one of a passkey nobody has, or has any more', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      const unknown = {
        code: 400,
        data: { fields: { credentialId: expect.stringContaining('不认识') } },
      };
      const { options, cookie } = await world.start();
      const stray = device.get(options, { userHandle: 'AAAA' });
      expect(await world.call('passkeyLogin', stray, { cookie })).toMatchObject(unknown);
      await world.add(owner, device);
      const [item] = await world.list(owner);
      const gone = await world.call('passkeyRemove', { id: item?.id, password }, owner.own);
      expect(gone).toMatchObject({ code: 200 });
      expect((await world.enter(device)).reply).toMatchObject(unknown);
    });
  });

  describe('a passkey is not added', () => {
    it.each<[string, Faults]>([
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another site’s id', { rpId: 'evil.example' }],
      ['as an answer to a sign-in', { type: 'webauthn.get' }],
      ['without a finger or a PIN', { unverified: true }],
      ['that nobody touched', { absent: true }],
      [
        'with certificates, whose issuer would have to be asked',
        { format: 'packed', statement: new Map([['x5c', new Uint8Array(3)]]) },
      ],
      ['in a format nobody asked for', { format: 'fido-u2f' }],
    ])('%s', async (_, faults) => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      expect((await world.add(owner, createAuthenticator(SITE), faults)).reply).toMatchObject(
        REFUSED,
      );
      expect(await world.list(owner)).toEqual([]);
      expect(await world.events('passkey.refused')).toHaveLength(1);
    });

    it('twice, by another member, in another session, or without being asked', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const other = await world.person('other');
      const device = createAuthenticator(SITE);
      const { made } = await world.add(owner, device);
      const over = {
        code: 400,
        data: { fields: { credentialId: expect.stringContaining('已经过期') } },
      };
      const sent = { ...made, name: '手机' };
      expect(await world.call('passkeyAdd', sent, owner.own)).toMatchObject(over);
      // A copied credential of another member's authenticator.
      expect((await world.add(other, device)).reply).toMatchObject({ code: 409 });
      const asked = world.getOptions(await world.call('passkeyAddStart', { password }, owner.own));
      const mine = { ...createAuthenticator(SITE).create(asked), name: '手机' };
      expect(await world.call('passkeyAdd', mine, other.own)).toMatchObject(over);
      const { data } = await world.call('login', { username: 'owner', password });
      const elsewhere = { 'x-token': String(data.token) };
      expect(await world.call('passkeyAdd', mine, elsewhere)).toMatchObject(over);
      expect(await world.list(owner)).toHaveLength(1);
      expect(await world.list(other)).toEqual([]);
    });

    it('beyond the number a member may have', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      for (let turn = 0; turn < PASSKEYS_PER_MEMBER; turn += 1)
        expect((await world.add(owner, createAuthenticator(SITE))).reply).toMatchObject({
          code: 200,
        });
      expect(await world.call('passkeyAddStart', { password }, owner.own)).toMatchObject({
        code: 409,
        msg: `最多 ${PASSKEYS_PER_MEMBER} 个通行密钥，先删除不用的`,
      });
    });

    it('once its session was ended by a new password', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const { data } = await world.call('login', { username: 'owner', password });
      const elsewhere = { 'x-token': String(data.token) };
      const asked = world.getOptions(await world.call('passkeyAddStart', { password }, elsewhere));
      const made = createAuthenticator(SITE).create(asked);
      const change = { oldPassword: password, password: 'battery staple 7' };
      expect(await world.call('changePwd', change, owner.own)).toMatchObject({ code: 200 });
      const sent = { ...made, name: '手机' };
      expect(await world.call('passkeyAdd', sent, elsewhere)).toMatchObject({ code: -9999 });
    });
  });

  describe('the passkeys of a member', () => {
    it('are renamed and removed by the owner alone, with the password', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const other = await world.person('other');
      await world.add(owner, createAuthenticator(SITE));
      const [item] = await world.list(owner);
      const named = { id: item?.id, name: '办公室的电脑' };
      expect(await world.call('passkeyRename', named, other.own)).toMatchObject({ code: 404 });
      expect(await world.call('passkeyRename', named, owner.own)).toMatchObject({ code: 200 });
      expect(await world.list(owner)).toMatchObject([{ name: '办公室的电脑' }]);
      const id = item?.id;
      const theirs = await world.call('passkeyRemove', { id, password }, other.own);
      expect(theirs).toMatchObject({ code: 404 });
      for (const wrong of ['', 'not this'])
        expect(await world.call('passkeyRemove', { id, password: wrong }, owner.own)).toMatchObject(
          { code: 400 },
        );
      expect(await world.call('passkeyRemove', { id, password }, owner.own)).toMatchObject({
        code: 200,
      });
      expect(await world.list(owner)).toEqual([]);
      expect(await world.events('passkey.remove')).toHaveLength(1);
    });

    it('stand in for a password: who has none signs in afresh, and keeps the last way in', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      const device = createAuthenticator(SITE);
      await world.add(owner, device);
      await world.ctx.db.kysely
        .updateTable('member')
        .set({ password_hash: '' })
        .where('id', '=', owner.id)
        .execute();
      const [item] = await world.list(owner);
      world.ctx.pass(11 * 60_000);
      const stale = await world.call('passkeyRemove', { id: item?.id }, owner.own);
      expect(stale).toMatchObject({ code: 403, msg: '先重新登录一次，10 分钟内再来' });
      const { reply } = await world.enter(device);
      const own = { 'x-token': String(reply.data.token) };
      expect(await world.call('passkeyRemove', { id: item?.id }, own)).toMatchObject({
        code: 409,
        msg: '这是这个账号唯一的登录方式，先设一个密码再删',
      });
      const second = createAuthenticator(SITE);
      const asked = world.getOptions(await world.call('passkeyAddStart', {}, own));
      const made = { ...second.create(asked), name: '钥匙' };
      expect(await world.call('passkeyAdd', made, own)).toMatchObject({ code: 200 });
      expect(await world.call('passkeyRemove', { id: item?.id }, own)).toMatchObject({ code: 200 });
    });

    it('belong to the main host: a software’s own, and an IP address, have none', async () => {
      const world = await openWorld(await open());
      const owner = await world.person('owner');
      await world.ctx.db.kysely.updateTable('software').set({ domain: 'own.example' }).execute();
      const there = { host: 'own.example' };
      const reason = '通行密钥只能在 labels.example 添加和使用';
      expect(await world.call('passkeyStart', {}, there)).toMatchObject({ code: 409, msg: reason });
      expect(
        await world.call('passkeyAddStart', { password }, { ...owner.own, ...there }),
      ).toMatchObject({ code: 409, msg: reason });
      const bare = await openWorld(await open(), (ctx) => {
        ctx.settings = { ...ctx.settings, mode: 'demo', publicUrl: 'http://127.0.0.1:3000' };
      });
      expect(await bare.call('passkeyStart', {}, { host: '127.0.0.1:3000' })).toMatchObject({
        code: 409,
        msg: expect.stringContaining('http://localhost:3000'),
      });
      const local = await bare.call('passkeyStart', {}, { host: 'localhost:3000' });
      expect(bare.getOptions(local)).toMatchObject({ rpId: 'localhost' });
    });
  });
});
