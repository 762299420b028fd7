import { type Call, type CallName, calls, encodeUrlForm } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addApiKey, setSoftwareField, setSoftwareState } from '@yunbiao/services';
import { addSoftware, createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { addContent, type ContentIds, addPublicContent } from './testing/content-world.ts';

const all = Object.entries(calls) as [CallName, Call][];
const showing = all.filter(([, call]) => call.showsSoftware);
/** On the main host these show the whole site, regardless of `X-Domain`. */
const isOfSite = ({ showsSoftware }: Call): boolean =>
  showsSoftware === 'site' || showsSoftware === 'frame';

/** Calls whose answer is the same in every software. */
const ALIKE: CallName[] = [
  'guideList',
  'guideDetail',
  'handbook',
  'handbookEntry',
  'printerModels',
  'printerBrand',
];
/** The search word; both softwares contain it. */
const WORD = 'xyzzy';
const content = { ...addPublicContent(WORD), common: () => ({}), apiTemplates: () => ({}) };

type Place = { host?: string; header?: string; query?: Record<string, string> };
type Answer = { code: number; msg: string; data: unknown };

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let ids: ContentIds;
  let token: string;
  let key: string;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    ctx.settings.publicUrl = 'http://main.example';
    api = createApi(ctx);
    for (const alias of ['one', 'two']) {
      ({ ids, token } = await addContent(ctx, alias, `${WORD} ${alias}`));
      await setSoftwareField({ ctx, alias, field: 'domain', value: `${alias}.example` });
      const contacts = JSON.stringify([{ label: '电话', value: alias, href: null }]);
      await setSoftwareField({ ctx, alias, field: 'contacts', value: contacts });
    }
    await addSoftware(ctx, 'gone');
    await setSoftwareState({ ctx, alias: 'gone', state: 'offline', reason: '维护' });
    const { id: memberId } = await ctx.db.kysely
      .selectFrom('member')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const input = { name: 'ERP', kind: 'live' as const, scopes: ['read' as const] };
    ({ key } = await addApiKey({ ctx, memberId, input }));
  });

  const resolve = async (name: CallName, { host = 'main.example', header, query }: Place) => {
    const call: Call = calls[name];
    // A key has a limit of calls per minute.
    if (call.audience === 'key') ctx.pass(60_000);
    const form = encodeUrlForm({
      ...content[name as keyof typeof content]?.(ids),
      ...query,
    }).toString();
    const isGet = call.method === 'GET';
    const response = await api.request(`${call.path}${isGet ? `?${form}` : ''}`, {
      method: call.method,
      headers: {
        host,
        ...(header === undefined ? {} : { 'X-Domain': header }),
        ...(call.audience === 'key' ? { Authorization: `Bearer ${key}` } : { 'X-Token': token }),
        ...(isGet ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(isGet ? {} : { body: form }),
    });
    return (await response.json()) as Answer;
  };

  describe('a call that shows a software’s content', () => {
    it('is one of those that are asked here, or is made in a software', () => {
      expect(showing.map(([name]) => name).toSorted()).toEqual(Object.keys(content).toSorted());
      const silent = all
        .filter(([, { shows, showsSoftware, isInSoftware }]) => {
          const isContent = shows?.some((kind) => kind !== 'content' && kind !== 'dictionary');
          return isContent && !showsSoftware && !isInSoftware;
        })
        .map(([name]) => name);
      expect(silent).toEqual([]);
    });

    // @spec content-software-order
    it('takes the software from `alias`, `domain`, `X-Domain` and the host, in this order', async () => {
      for (const [name, call] of showing) {
        const replyOfOne = await resolve(name, { query: { alias: 'one' } });
        const replyOfTwo = await resolve(name, { query: { alias: 'two' } });
        if (!ALIKE.includes(name)) expect([name, replyOfOne]).not.toEqual([name, replyOfTwo]);
        expect([name, replyOfTwo.code]).toEqual([name, 200]);
        const none = await resolve(name, {});
        const places: [Place, Answer][] = [
          [{ query: { domain: 'two.example' } }, replyOfTwo],
          [{ query: { alias: 'one', domain: 'two.example' } }, replyOfOne],
          [{ header: 'two' }, isOfSite(call) ? none : replyOfTwo],
          [{ header: 'two.example' }, isOfSite(call) ? none : replyOfTwo],
          [{ host: 'two.example' }, replyOfTwo],
          [{ host: 'two.example', header: 'one' }, replyOfOne],
          [{ header: 'two', query: { alias: 'one' } }, replyOfOne],
          [{ header: 'two', query: { domain: 'one' } }, replyOfOne],
          [{ host: 'two.example', query: { alias: 'one' } }, replyOfOne],
          [{ host: 'two.example', header: 'two', query: { alias: 'one' } }, replyOfOne],
        ];
        for (const [place, answer] of places)
          expect([name, place, await resolve(name, place)]).toEqual([name, place, answer]);
      }
    });

    // @spec content-without-software
    it('is of all softwares on the main host, or 404, when none is named', async () => {
      for (const [name, call] of showing) {
        const code = call.showsSoftware === 'one' ? 404 : 200;
        // On the main host a page may name the software.
        for (const place of [{}, { header: '' }, { header: 'main.example' }])
          expect([name, place, (await resolve(name, place)).code]).toEqual([name, place, code]);
      }
      const { data } = await resolve('articleList', {});
      expect(data).toMatchObject({ total: 2 });
      expect((await resolve('siteIndex', { header: 'two' })).data).toMatchObject({
        software: null,
      });
    });

    it('is 404 for a software that is unknown and 403 for one that is offline, wherever it is named', async () => {
      for (const [name, call] of showing.filter(([, one]) => one.showsSoftware !== 'frame')) {
        const listPlaces = (alias: string): Place[] => [
          { query: { alias } },
          { host: 'two.example', query: { alias } },
          ...(isOfSite(call) ? [] : [{ header: alias }]),
          { host: 'two.example', header: alias },
        ];
        for (const [alias, code] of [
          ['nobody', 404],
          ['gone', 403],
        ] as const)
          for (const place of listPlaces(alias))
            expect([name, place, (await resolve(name, place)).code]).toEqual([name, place, code]);
      }
    });
  });

  // @spec call-software-from-header
  it('calls made in a software take it from the header, else from its own host', async () => {
    const inSoftware = all.filter(
      ([name, call]) =>
        call.isInSoftware &&
        !call.reply &&
        // The excluded calls need a question or a reply, or a site that offers virtual printers.
        name !== 'virtualOpen' &&
        !call.path.startsWith('/np/api/ask/') &&
        call.input.safeParse({}).success,
    );
    expect(inSoftware.map(([name]) => name)).toEqual(
      expect.arrayContaining(['getVip', 'curSoftware', 'orderList', 'authStat', 'templateList']),
    );
    for (const [name] of inSoftware) {
      const two = await resolve(name, { header: 'two' });
      expect([name, two.code]).toEqual([name, 200]);
      expect([name, await resolve(name, { host: 'two.example' })]).toEqual([name, two]);
      const replyOfOne = await resolve(name, { header: 'one' });
      expect([name, await resolve(name, { host: 'two.example', header: 'one' })]).toEqual([
        name,
        replyOfOne,
      ]);
      expect([name, (await resolve(name, {})).code]).toEqual([name, 404]);
    }
  });
});
