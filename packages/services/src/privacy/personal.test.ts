import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { login } from '../identity/account/login.ts';
import { register } from '../identity/account/register.ts';
import { authenticate, type SignedIn } from '../identity/account/session.ts';
import { canAcceptPayment } from '../commerce/money/orders/accept-payment.ts';
import {
  addSoftware,
  runAsMember,
  createOperatorContext,
  createTestContext,
  type TestContext,
} from '../testing.ts';
import { DAY, HOUR, MINUTE } from '../platform/time.ts';
import { loadContentGenerations } from '../platform/cache/generation.ts';
import { closeAccount } from './close-account.ts';
import { requestAccountDeletion } from './request-deletion.ts';
import {
  cancelDeletion,
  cancelDeletionAsOperator,
  listPendingDeletions,
} from './cancel-deletion.ts';
import { exportData } from './export.ts';
import type { TableInventory } from './table-inventory-types.ts';
import { MEMBER_TABLES } from './table-inventory.ts';
import { getDeletionInfo } from './deletion-info.ts';
import { deleteDueAccounts } from './delete-due-accounts.ts';
import { fillAccount, listPlaces } from './testing-marks.ts';

const password = 'correct horse 9';
const origin = { address: '203.0.113.7', userAgent: 'test' };
const KEY = 'uploads/aaaaaaaaaaaaaaaaaaaaaa-1x1.webp';

const enter = async (ctx: TestContext, username: string): Promise<SignedIn> => {
  const { token } = await register({ ctx, input: { username, password }, origin });
  const signedIn = await authenticate({ ctx, token });
  if (!signedIn) throw new Error('not signed in');
  return signedIn;
};

const requestDeletion = (
  ctx: TestContext,
  signedIn: SignedIn,
  input: { password?: string } = { password },
) =>
  requestAccountDeletion({
    ctx: runAsMember(ctx, signedIn.member.id),
    signedIn,
    input,
    address: origin.address,
    path: '/yunbiao/user/profile',
  });

/** Two accounts with a row in every table that contains data of members. */
const createWorld = async (ctx: TestContext) => {
  const softwareId = await addSoftware(ctx, 'yunbiao');
  const { id: productId } = await ctx.db.kysely
    .selectFrom('product')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: groupId } = await ctx.db.kysely
    .insertInto('forum_group')
    .values({
      software_id: softwareId,
      name: '提问',
      description: '',
      sort: 1,
      state: 'on',
      post_count: 0,
      solved_count: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const add = async (who: string, key: string) => {
    const signedIn = await enter(ctx, who);
    const ids = await fillAccount(ctx, {
      who: `${who}!`,
      memberId: signedIn.member.id,
      common: {
        software_id: softwareId,
        product_id: productId,
        group_id: groupId,
        'upload.file_key': key,
        'post.content': `${who}!-post-content ![图](/${key}) 完`,
      },
    });
    await ctx.files.put(key, Buffer.from('a picture'));
    return { signedIn, memberId: signedIn.member.id, ids };
  };
  const stays = await add('stays', 'uploads/bbbbbbbbbbbbbbbbbbbbbb-1x1.webp');
  const leaves = await add('leaves', KEY);
  return { softwareId, stays, leaves };
};

const exportMember = async (ctx: TestContext, memberId: number) => {
  const stream = await exportData({ ctx: runAsMember(ctx, memberId), memberId, address: '' });
  const text = await new Response(stream).text();
  return { text, data: JSON.parse(text) as Record<string, Record<string, unknown>[]> };
};

/** Runs the hourly maintenance until the account is deleted. */
const sweepOut = async (ctx: TestContext): Promise<void> => {
  ctx.pass(7 * DAY);
  for (let hours = 0; hours < 3; hours += 1) {
    await deleteDueAccounts({ ctx });
    ctx.pass(HOUR);
  }
};

const getState = async (ctx: TestContext, memberId: number): Promise<string | undefined> =>
  (
    await ctx.db.kysely
      .selectFrom('member_deletion')
      .select('state')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
  )?.state;

/**
 * Columns that may still contain data of a deleted account: public content, and records required by
 * law.
 */
const KEPT = [
  'api_key.key_hash',
  'api_key.kind',
  'api_key.scopes',
  'audit.action',
  'audit.detail',
  'audit.subject',
  'client.key_hash',
  'client.ledger_id',
  'client.ledger_token',
  'forum_report.reason',
  'forum_report.target_kind',
  'invoice.link',
  'invoice.number',
  'invoice.tax_no',
  'invoice.title',
  'member_order.discount_code',
  'member_order.order_no',
  'member_order.pay_type',
  'member_order.product_name',
  'payment.channel',
  'payment.channel_trade_no',
  'payment.scene',
  'payment.trade_no',
  'payment_refund.kind',
  'payment_refund.reason',
  'payment_refund.refund_no',
  'payment_refund.state',
  'payment_refund.why',
  'post.content',
  'post.content_hash',
  'post.excerpt',
  'post.title',
  'print_config.calibrated_from',
  'print_config.finishing',
  'print_config.language',
  'print_config.media',
  'printer.evidence',
  'printer.language',
  'printer.local_id',
  'printer.state',
  'reply.content',
  'reply.content_hash',
  'search_doc.title',
  'search_text.text',
  'security_event.address',
  'security_event.detail',
  'security_event.fold',
  'security_event.kind',
  'security_event.subject',
];

describe('the list of what is a member’s', () => {
  it('has every table with a member’s id, and every column of it', () => {
    type Session = TableInventory['session'];
    // @ts-expect-error -- tables that name members cannot be of the site
    const site: Session = { ofTheSite: '' };
    const lacking: Session = {
      title: '',
      owner: { column: 'member_id' },
      erase: { how: 'remove' },
      // @ts-expect-error -- the other columns are missing
      columns: { id: 'id' },
    };
    expect([site, lacking]).toHaveLength(2);
  });
});

describeEachDatabase((open) => {
  describe('the export', () => {
    it('has all that is the member’s, nothing of others, and nothing that opens anything', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const { text, data } = await exportMember(ctx, leaves.memberId);
      expect(text).not.toContain('stays!');
      for (const [table, { columns }] of MEMBER_TABLES) {
        for (const [column, shown] of Object.entries(columns ?? {})) {
          const isHidden = shown === 'secret' || shown === 'inner';
          const mark = `leaves!-${table}-${column}`;
          if (isHidden) expect(text).not.toContain(`${mark}"`);
        }
        if (columns === null) expect(data).not.toHaveProperty(table);
        else if (table !== 'member_deletion') expect(data[table]?.length).toBeGreaterThan(0);
      }
      expect(data['member']).toMatchObject([{ username: 'leaves', avatar: null }]);
      expect(data['upload']).toMatchObject([{ fileKey: `${ctx.settings.publicUrl}/${KEY}` }]);
      expect(data['detail']).toMatchObject([{ data: { mark: 'leaves!-detail-data' } }]);
      expect(data['api_key']).toMatchObject([{ name: 'leaves!-api_key-name' }]);
      expect(data['post']).toMatchObject([
        { title: 'leaves!-post-title', createdAt: '1970-01-01T00:00:00.001Z', pinned: true },
      ]);
      const kinds = data['security_event']?.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['register', 'data.export']));
    });

    it('writes what many rows have alike once, and goes past a page', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const batch = await ctx.db.kysely
        .selectFrom('batch')
        .selectAll()
        .where('member_id', '=', leaves.memberId)
        .executeTakeFirstOrThrow();
      const { id: first, ...like } = batch;
      for (let n = 0; n < 45; n += 1)
        await ctx.db.kysely
          .insertInto('batch')
          .values({ ...like, batch_no: `n${n}`, idempotency_key: `k${n}` })
          .execute();
      const { data } = await exportMember(ctx, leaves.memberId);
      expect(data['batch']).toHaveLength(46);
      expect(new Set(data['batch']?.map(({ batchNo }) => batchNo)).size).toBe(46);
      expect(data['batch']?.[0]).toMatchObject({ template: { mark: 'leaves!-batch-template' } });
      expect(data['batch']?.[45]).toMatchObject({ template: { sameAs: String(first) } });
    });
  });

  describe('deleting an account', () => {
    it('takes away all but what everybody reads and the law asks for, and nothing of others', async () => {
      const ctx = createTestContext(await open());
      const { stays, leaves } = await createWorld(ctx);
      const before = await listPlaces(ctx, 'stays!');
      const info = await requestDeletion(ctx, leaves.signedIn);
      expect(Date.parse(info.leavingAt ?? '')).toBe(ctx.now() + 7 * DAY);
      await sweepOut(ctx);
      expect(await getState(ctx, leaves.memberId)).toBe('done');
      expect([...new Set(await listPlaces(ctx, 'leaves!'))]).toEqual(KEPT);
      // The name occurs nowhere else, except as a word of text that stays.
      const named = (await listPlaces(ctx, 'leaves')).filter(
        (place) => place !== 'search_word.word',
      );
      expect(named).toEqual(await listPlaces(ctx, 'leaves!'));
      expect(await listPlaces(ctx, 'stays!')).toEqual(before);
      const member = await ctx.db.kysely
        .selectFrom('member')
        .select(['nickname', 'username', 'password_hash', 'share_code'])
        .where('id', '=', leaves.memberId)
        .executeTakeFirstOrThrow();
      expect(member).toEqual({
        nickname: '已注销用户',
        username: `deleted:${leaves.memberId}`,
        password_hash: '',
        share_code: `left-${leaves.memberId}`,
      });
      expect(await getState(ctx, stays.memberId)).toBeUndefined();
    });

    it('removes pictures from the file store, and from the texts that show them', async () => {
      const ctx = createTestContext(await open());
      const { stays, leaves } = await createWorld(ctx);
      await requestDeletion(ctx, leaves.signedIn);
      await sweepOut(ctx);
      expect(await ctx.files.stat(KEY)).toBeNull();
      expect(await ctx.files.stat('uploads/bbbbbbbbbbbbbbbbbbbbbb-1x1.webp')).not.toBeNull();
      const contents = await ctx.db.kysely
        .selectFrom('post')
        .select(['content', 'member_id'])
        .orderBy('id')
        .execute();
      expect(contents).toEqual([
        { member_id: stays.memberId, content: expect.stringContaining('![图](/uploads/bbb') },
        {
          member_id: leaves.memberId,
          content: 'leaves!-post-content （图片已随账号注销删除） 完',
        },
      ]);
    });

    it('lets nobody in from the day on, and the name to nobody else', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      await ctx.db.kysely.updateTable('api_key').set({ revoked_at: null }).execute();
      await ctx.db.kysely.updateTable('client').set({ revoked_at: null }).execute();
      await requestDeletion(ctx, leaves.signedIn);
      ctx.pass(7 * DAY - 1);
      await deleteDueAccounts({ ctx });
      await login({ ctx, input: { username: 'leaves', password }, origin });
      ctx.pass(1);
      await deleteDueAccounts({ ctx });
      const again = login({ ctx, input: { username: 'leaves', password }, origin });
      await expect(again).rejects.toMatchObject({ code: 400, message: '用户名或密码不对' });
      for (const username of ['leaves', 'LEAVES', 'ｌｅａｖｅｓ'])
        await expect(enter(ctx, username)).rejects.toMatchObject({ code: 409 });
      expect(ctx.heard).toContainEqual(['session-ended', { sessionId: leaves.signedIn.sessionId }]);
      expect(ctx.heard).toContainEqual(['client-revoked', { clientId: leaves.ids.get('client') }]);
      const keys = await ctx.db.kysely
        .selectFrom('api_key')
        .select('revoked_at')
        .where('member_id', '=', leaves.memberId)
        .execute();
      expect(keys).toEqual([{ revoked_at: ctx.now() }]);
    });

    it('counts no longer for a printer model as soon as it is closed', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const listReports = () =>
        ctx.db.kysely
          .selectFrom('printer_model_report')
          .select('id')
          .where('member_id', '=', leaves.memberId)
          .execute();
      expect(await listReports()).toHaveLength(1);
      await requestDeletion(ctx, leaves.signedIn);
      ctx.pass(7 * DAY);
      await closeAccount({ ctx, memberId: leaves.memberId });
      expect(await listReports()).toEqual([]);
      expect((await loadContentGenerations({ ctx })).get('printer-model')).toBe(1);
    });

    it('goes on where it stopped, after a failure and after being told to stop', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const notice = await ctx.db.kysely
        .selectFrom('notice')
        .selectAll()
        .where('member_id', '=', leaves.memberId)
        .executeTakeFirstOrThrow();
      const { id: _, ...like } = notice;
      const many = Array.from({ length: 600 }, () => like);
      await ctx.db.kysely.insertInto('notice').values(many).execute();
      await requestDeletion(ctx, leaves.signedIn);
      ctx.pass(7 * DAY);
      // The file store fails for the first picture.
      const { delete: remove } = ctx.files;
      let failures = 1;
      ctx.files.delete = async (key) => {
        if (failures-- > 0) throw new Error('the store is away');
        return remove.call(ctx.files, key);
      };
      let looks = 0;
      // Each run is stopped after a few steps.
      for (let sweeps = 0; (await getState(ctx, leaves.memberId)) !== 'done'; sweeps += 1) {
        expect(sweeps).toBeLessThan(100);
        looks = 0;
        const signal = {
          get aborted() {
            looks += 1;
            return looks > 12;
          },
        } as AbortSignal;
        await deleteDueAccounts({ ctx, signal });
        ctx.pass(5 * MINUTE);
      }
      expect(failures).toBeLessThan(1);
      expect([...new Set(await listPlaces(ctx, 'leaves!'))]).toEqual(KEPT);
      expect(await ctx.files.stat(KEY)).toBeNull();
    });

    it('takes along what was still written while it was closed', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const { id: _, ...late } = await ctx.db.kysely
        .selectFrom('notice')
        .selectAll()
        .where('member_id', '=', leaves.memberId)
        .executeTakeFirstOrThrow();
      await requestDeletion(ctx, leaves.signedIn);
      ctx.pass(7 * DAY);
      await deleteDueAccounts({ ctx });
      expect(await getState(ctx, leaves.memberId)).toBe('going');
      await ctx.db.kysely.insertInto('notice').values(late).execute();
      ctx.pass(HOUR);
      await deleteDueAccounts({ ctx });
      expect(await getState(ctx, leaves.memberId)).toBe('done');
      expect(await listPlaces(ctx, 'leaves!-notice')).toEqual([]);
    });

    it('waits for money on its way, and keeps what awaits a word until it is said', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const set = (table: 'invoice' | 'member_order', values: object) =>
        ctx.db.kysely
          .updateTable(table)
          .set(values)
          .where('id', '=', leaves.ids.get(table) ?? 0)
          .execute();
      await set('invoice', { state: 'asked' });
      await set('member_order', { state: 'pending', pay_type: 'wechat' });
      await requestDeletion(ctx, leaves.signedIn);
      await sweepOut(ctx);
      expect(await getState(ctx, leaves.memberId)).toBe('waiting');
      await set('member_order', { pay_type: 'offline' });
      await sweepOut(ctx);
      const order = await ctx.db.kysely
        .selectFrom('member_order')
        .selectAll()
        .where('member_id', '=', leaves.memberId)
        .executeTakeFirstOrThrow();
      expect(order.state).toBe('closed');
      // A payment that arrives now is refunded.
      expect(await canAcceptPayment(ctx, ctx.db.kysely, order)).toBe(false);
      expect(await getState(ctx, leaves.memberId)).toBe('going');
      expect(await listPlaces(ctx, 'leaves!-invoice-email')).toEqual(['invoice.email']);
      await set('invoice', { state: 'issued' });
      await deleteDueAccounts({ ctx });
      expect(await getState(ctx, leaves.memberId)).toBe('done');
      expect(await listPlaces(ctx, 'leaves!-invoice-email')).toEqual([]);
    });

    it('takes likes back and the name out of what others were told', async () => {
      const ctx = createTestContext(await open());
      const { stays, leaves } = await createWorld(ctx);
      await ctx.db.kysely
        .updateTable('forum_like')
        .set({ target_id: stays.ids.get('reply') ?? 0 })
        .where('member_id', '=', leaves.memberId)
        .execute();
      const about = { post_id: stays.ids.get('post') ?? 0 };
      const replyId = leaves.ids.get('reply') ?? 0;
      await ctx.db.kysely.updateTable('reply').set(about).where('id', '=', replyId).execute();
      await ctx.db.kysely
        .updateTable('notice')
        .set({
          kind: 'reply',
          title: 'leaves 回复了你的问题',
          path: `/yunbiao/qa/${about.post_id}.html?reply=${replyId}#reply-${replyId}`,
        })
        .where('member_id', '=', stays.memberId)
        .execute();
      await requestDeletion(ctx, leaves.signedIn);
      await sweepOut(ctx);
      const reply = await ctx.db.kysely
        .selectFrom('reply')
        .select('like_count')
        .where('id', '=', stays.ids.get('reply') ?? 0)
        .executeTakeFirstOrThrow();
      expect(reply.like_count).toBe(0);
      const told = await ctx.db.kysely
        .selectFrom('notice')
        .select('title')
        .where('member_id', '=', stays.memberId)
        .execute();
      expect(told).toEqual([{ title: '已注销用户 回复了你的问题' }]);
    });

    it('is called off in the week by the member or an operator, once it has begun by nobody', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const { memberId } = leaves;
      const cancel = () =>
        cancelDeletion({ ctx: runAsMember(ctx, memberId), memberId, address: '' });
      await requestDeletion(ctx, leaves.signedIn);
      expect(await listPendingDeletions({ ctx })).toMatchObject([
        { username: 'leaves', state: 'waiting' },
      ]);
      expect((await cancel()).leavingAt).toBeNull();
      expect((await cancel()).leavingAt).toBeNull();
      await sweepOut(ctx);
      expect(await listPlaces(ctx, 'leaves!-notice')).not.toEqual([]);
      await requestDeletion(ctx, leaves.signedIn).catch(() => null);
      const { token } = await login({ ctx, input: { username: 'leaves', password }, origin });
      const signedIn = await authenticate({ ctx, token });
      if (!signedIn) throw new Error('not signed in');
      await requestDeletion(ctx, signedIn);
      const operator = createOperatorContext(ctx);
      expect(await cancelDeletionAsOperator({ ctx: operator, username: 'leaves' })).toEqual({
        username: 'leaves',
      });
      const none = cancelDeletionAsOperator({ ctx, username: 'leaves' });
      await expect(none).rejects.toMatchObject({ code: 409 });
      await requestDeletion(ctx, signedIn);
      ctx.pass(7 * DAY);
      await deleteDueAccounts({ ctx });
      await expect(cancel()).rejects.toMatchObject({ code: -9999 });
      await expect(cancelDeletionAsOperator({ ctx, username: 'leaves' })).rejects.toMatchObject({
        code: 404,
      });
      await sweepOut(ctx);
      const events = await ctx.db.kysely
        .selectFrom('security_event')
        .select(['kind', 'actor'])
        .where('kind', 'like', 'account.%')
        .orderBy('id')
        .execute();
      const me = `member:${memberId}`;
      expect(events.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
        `account.leave ${me}`,
        `account.stay ${me}`,
        `account.leave ${me}`,
        'account.stay admin',
        `account.leave ${me}`,
        'account.gone system',
      ]);
    });

    it('asks for the password again, or for a new sign-in of who has none, and not the demo’s', async () => {
      const ctx = createTestContext(await open());
      const signedIn = await enter(ctx, 'asked-again');
      await expect(requestDeletion(ctx, signedIn, {})).rejects.toMatchObject({ code: 400 });
      await expect(
        requestDeletion(ctx, signedIn, { password: 'wrong horse 9' }),
      ).rejects.toMatchObject({
        code: 400,
      });
      const updateMembers = (values: object) =>
        ctx.db.kysely.updateTable('member').set(values).execute();
      await updateMembers({ password_hash: '' });
      const bare = { ...signedIn, member: { ...signedIn.member, password_hash: '' } };
      ctx.pass(10 * MINUTE);
      expect(await getDeletionInfo({ ctx, signedIn: bare })).toMatchObject({ isFresh: false });
      await expect(requestDeletion(ctx, bare, {})).rejects.toMatchObject({ code: 403 });
      await ctx.db.kysely.updateTable('session').set({ created_at: ctx.now() }).execute();
      const demo = { ...bare, member: { ...bare.member, is_demo: 1 } };
      await expect(requestDeletion(ctx, demo, {})).rejects.toMatchObject({ code: 403 });
      expect((await requestDeletion(ctx, bare, {})).leavingAt).not.toBeNull();
      const kinds = await ctx.db.kysely.selectFrom('security_event').select('kind').execute();
      expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
        'account.leave',
        'account.refused',
        'register',
      ]);
    });

    it('tells before what is lost and what is not done with', async () => {
      const ctx = createTestContext(await open());
      const { leaves } = await createWorld(ctx);
      const { memberId } = leaves;
      await ctx.db.kysely
        .updateTable('vip')
        .set({ expires_at: ctx.now() + DAY })
        .where('member_id', '=', memberId)
        .execute();
      await ctx.db.kysely
        .updateTable('refund_request')
        .set({ state: 'asked' })
        .where('id', '=', leaves.ids.get('refund_request') ?? 0)
        .execute();
      await ctx.db.kysely
        .updateTable('template')
        .set({ deleted_at: null })
        .where('member_id', '=', memberId)
        .execute();
      expect(await getDeletionInfo({ ctx, signedIn: leaves.signedIn })).toEqual({
        leavingAt: null,
        isFresh: true,
        lost: {
          templates: 1,
          clients: 0,
          apiKeys: 0,
          posts: 2,
          pictures: 1,
          labels: 0,
          waitingLabels: 0,
        },
        money: {
          vips: [{ software: '软件 yunbiao', expiresAt: new Date(ctx.now() + DAY).toISOString() }],
          pendingOrders: 0,
          refunds: 1,
          invoices: 0,
        },
      });
    });
  });
});
