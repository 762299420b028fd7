import { type CallParsed, MAX_VERSIONS, parseTemplate, VERSIONS_BYTES } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadContentGenerations } from '../../platform/cache/generation.ts';
import { leaseLabels } from '../dispatch/lease-labels.ts';
import { openShop } from '../dispatch/testing.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  TEST_TEMPLATE,
  type TestContext,
} from '../../testing.ts';
import { copyTemplate, deleteTemplate, renameTemplate } from './change.ts';
import { suspendMember, unsuspendMember } from '../../identity/software/suspension.ts';
import { getSharedTemplate, getTemplate } from './get-template.ts';
import { saveTemplate } from './save.ts';
import { setTemplateShared } from './share.ts';
import { getTemplateVersion, listTemplateVersions } from './versions.ts';

const LINE = { type: 'line', xMm: 2, yMm: 2, widthMm: 20, heightMm: 0, rotation: 0, lineMm: 1 };

/** The test label with `count` lines. */
const withLines = (count: number) =>
  parseTemplate({
    ...TEST_TEMPLATE,
    elements: Array.from({ length: count }, (_, i) => ({ id: `l${i}`, ...LINE })),
  });

/** A template with a size of nearly `bytes`. */
const createHeavyTemplate = (bytes: number, mark: string, filler = 'x') => {
  const text = { ...LINE, type: 'text', sizeMm: 3, weight: 400, align: 'left', fit: 'clip' };
  const { lineMm: _, ...own } = text;
  const elements = Array.from({ length: Math.floor(bytes / 4_200) }, (_, i) => ({
    id: `t${i}`,
    ...own,
    content: `${mark}${filler.repeat(3_990)}`,
  }));
  return parseTemplate({ ...TEST_TEMPLATE, elements });
};

const catchServiceError = async (asked: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error(`expected a refusal, not ${String(error)}`);
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  let whose: { ctx: TestContext; memberId: number; softwareId: number };

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'shop', { templates: 3 });
    whose = { ctx, softwareId, memberId: (await addMember(ctx, 'keeper')).id };
  });

  const save = (input: Partial<CallParsed<'saveTemplate'>> = {}) =>
    saveTemplate({
      ...whose,
      input: { name: '价签', category: '零售', content: withLines(0), ...input },
    });
  const saveForId = async () => Number((await save()).id);
  const listVersions = async (id: number) =>
    (await listTemplateVersions({ ...whose, id })).list.map(({ version, elements }) => [
      version,
      elements,
    ]);

  describe('saving', () => {
    it('leaves the category as it is when it is left out, and empties it when it is empty', async () => {
      const readCategory = async (id: string) =>
        (
          await ctx.db.kysely
            .selectFrom('template')
            .select('category')
            .where('id', '=', Number(id))
            .executeTakeFirstOrThrow()
        ).category;
      const named = { name: '价签', content: withLines(0) };
      const { id } = await saveTemplate({ ...whose, input: { ...named, category: '零售' } });
      await saveTemplate({ ...whose, input: { ...named, id, version: 1 } });
      expect(await readCategory(id)).toBe('零售');
      await saveTemplate({ ...whose, input: { ...named, id, version: 1, content: withLines(1) } });
      expect(await readCategory(id)).toBe('零售');
      await saveTemplate({ ...whose, input: { ...named, id, version: 2, category: '' } });
      expect(await readCategory(id)).toBe('');
      const { id: bare } = await saveTemplate({ ...whose, input: named });
      expect(await readCategory(bare)).toBe('');
    });

    it('makes a template, then versions of it, the former ones kept', async () => {
      const { id } = await save();
      ctx.pass(60_000);
      const second = await save({ id, version: 1, content: withLines(1), name: '货架价签' });
      expect(second).toEqual({ id, version: 2 });
      ctx.pass(60_000);
      await save({ id, version: 2, content: withLines(2) });
      const which = { ...whose, id: Number(id) };
      const { list } = await listTemplateVersions(which);
      expect(list).toMatchObject([
        { version: 3, elements: 2, isCurrent: true },
        { version: 2, elements: 1, isCurrent: false },
        { version: 1, elements: 0, isCurrent: false },
      ]);
      expect(list.map(({ savedAt }) => ctx.now() - Date.parse(savedAt))).toEqual([
        0, 60_000, 120_000,
      ]);
      for (const { version, elements, bytes } of list) {
        const { content } = await getTemplateVersion({ ...which, version });
        expect(content).toEqual(withLines(elements));
        expect(bytes).toBe(Buffer.byteLength(JSON.stringify(content)));
      }
      await expect(getTemplateVersion({ ...which, version: 4 })).rejects.toMatchObject({
        code: 404,
      });
    });

    it('of what another window has changed is refused, and tells what is stored', async () => {
      const { id } = await save();
      ctx.pass(60_000);
      await save({ id, version: 1, content: withLines(1) });
      const at = new Date(ctx.now()).toISOString();
      ctx.pass(60_000);
      const error = await catchServiceError(save({ id, version: 1, content: withLines(2) }));
      expect([error.code, error.data]).toEqual([409, { stored: { version: 2, savedAt: at } }]);
      const found = await getTemplate({ ...whose, id: Number(id) });
      expect(found.content).toEqual(withLines(1));
      const missing = await catchServiceError(save({ id, content: withLines(2) }));
      expect(missing.data).toEqual({ fields: { version: '请写明改的是哪个版本' } });
    });

    it('of the same content makes no version, whichever it was made from, and renames', async () => {
      const { id } = await save();
      await save({ id, version: 1, content: withLines(1) });
      const again = await save({ id, version: 1, content: withLines(1), name: '新名称' });
      expect(again).toEqual({ id, version: 2 });
      expect(await listVersions(Number(id))).toHaveLength(2);
      const { name, version } = await getTemplate({ ...whose, id: Number(id) });
      expect([name, version]).toEqual(['新名称', 2]);
    });

    it('keeps the newest fifty former versions', async () => {
      const id = await saveForId();
      for (let version = 1; version <= MAX_VERSIONS + 2; version += 1)
        await save({ id: String(id), version, content: withLines(version) });
      const all = await listVersions(id);
      expect(all).toHaveLength(MAX_VERSIONS + 1);
      expect(all.at(-1)).toEqual([3, 2]);
    });

    it('keeps no more former versions than weigh a few megabytes', async () => {
      const id = await saveForId();
      for (let version = 1; version <= 8; version += 1)
        await save({
          id: String(id),
          version,
          content: createHeavyTemplate(780_000, String(version)),
        });
      const { list } = await listTemplateVersions({ ...whose, id });
      const former = list.filter(({ isCurrent }) => !isCurrent);
      const weight = former.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(weight).toBeLessThanOrEqual(VERSIONS_BYTES);
      expect(weight).toBeGreaterThan(VERSIONS_BYTES - 1_000_000);
    });

    it('takes no template of more than a megabyte', async () => {
      const error = await catchServiceError(
        save({ content: createHeavyTemplate(400_000, '', '标') }),
      );
      expect([error.code, error.message]).toEqual([400, '模板太大了，最多 1 MB；图片可以小一些']);
    });

    it('holds the plan’s number of templates, deleted ones not counted', async () => {
      const ids = [await saveForId(), await saveForId(), await saveForId()];
      const error = await catchServiceError(save());
      expect([error.code, error.data]).toEqual([402, { left: 0 }]);
      expect(error.message).toContain('最多保存 3 个模板');
      expect(
        (await catchServiceError(copyTemplate({ ...whose, id: ids[0] ?? 0, name: 'x' }))).code,
      ).toBe(402);
      await save({ id: String(ids[0]), version: 1, content: withLines(1) });
      await deleteTemplate({ ...whose, id: ids[1] ?? 0 });
      await save();
      const other = (await addMember(ctx, 'other')).id;
      const input = { name: 'x', category: '', content: withLines(0) };
      await saveTemplate({ ...whose, memberId: other, input });
    });

    it('holds the number when two are saved at once', async () => {
      await saveForId();
      await saveForId();
      const both = await Promise.allSettled([save(), save()]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('changes no public template, and makes a copy of one', async () => {
      const id = await addTemplate(ctx, whose.softwareId);
      const error = await catchServiceError(
        save({ id: String(id), version: 1, content: withLines(1) }),
      );
      expect([error.code, error.message]).toEqual([403, '公共模板不能改，请另存为自己的模板']);
      const copy = await copyTemplate({ ...whose, id, name: '我的货位' });
      const mine = await getTemplate({ ...whose, id: Number(copy.id) });
      expect(mine).toMatchObject({ own: true, name: '我的货位', content: TEST_TEMPLATE });
      for (const verb of [renameTemplate, deleteTemplate])
        expect((await catchServiceError(verb({ ...whose, id, name: 'x' }))).code).toBe(404);
    });
  });

  describe('a shared template', () => {
    const getShared = (code: string | null) =>
      getSharedTemplate({ ctx, softwareId: whose.softwareId, code: code ?? '' });

    it('is read by its code until that is taken back; the next code is another', async () => {
      const id = await saveForId();
      const { code } = await setTemplateShared({ ...whose, id, isShared: true });
      expect(code).toMatch(/^[\w-]{22}$/);
      expect(await setTemplateShared({ ...whose, id, isShared: true })).toEqual({ code });
      expect(await getShared(code)).toEqual({
        name: '价签',
        category: '零售',
        content: withLines(0),
      });
      expect(await setTemplateShared({ ...whose, id, isShared: false })).toEqual({ code: null });
      await expect(getShared(code)).rejects.toMatchObject({ code: 404 });
      const next = await setTemplateShared({ ...whose, id, isShared: true });
      expect(next.code).not.toBe(code);
      const elsewhere = await addSoftware(ctx, 'other');
      const there = getSharedTemplate({ ctx, softwareId: elsewhere, code: next.code ?? '' });
      await expect(there).rejects.toMatchObject({ code: 404 });
      await deleteTemplate({ ...whose, id });
      await expect(getShared(next.code)).rejects.toMatchObject({ code: 404 });
    });

    it('is not read while its member is suspended there', async () => {
      const { code } = await setTemplateShared({ ...whose, id: await saveForId(), isShared: true });
      const getGeneration = async () =>
        (await loadContentGenerations({ ctx })).get('template-shared') ?? 0;
      const before = await getGeneration();
      const staff = { ctx, username: 'keeper', alias: 'shop' };
      await suspendMember({ ...staff, reason: '传播侵权内容' });
      await expect(getShared(code)).rejects.toMatchObject({ code: 404 });
      expect(await getGeneration()).toBeGreaterThan(before);
      await unsuspendMember(staff);
      expect(await getShared(code)).toMatchObject({ name: '价签' });
    });

    it('makes pages stale when it changes, as no other own template does', async () => {
      const getGeneration = async () =>
        (await loadContentGenerations({ ctx })).get('template-shared') ?? 0;
      const id = await saveForId();
      await save({ id: String(id), version: 1, content: withLines(1) });
      expect(await getGeneration()).toBe(0);
      await setTemplateShared({ ...whose, id, isShared: true });
      await save({ id: String(id), version: 2, content: withLines(2) });
      await renameTemplate({ ...whose, id, name: '新名称' });
      await setTemplateShared({ ...whose, id, isShared: false });
      expect(await getGeneration()).toBe(4);
      await renameTemplate({ ...whose, id, name: '旧名称' });
      expect(await getGeneration()).toBe(4);
    });

    it('keeps its category when it is renamed, and takes another', async () => {
      const id = await saveForId();
      const getKeptTemplate = () =>
        ctx.db.kysely
          .selectFrom('template')
          .select(['name', 'category', 'version'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      await renameTemplate({ ...whose, id, name: '价签', category: '促销' });
      expect(await getKeptTemplate()).toEqual({ name: '价签', category: '促销', version: 1 });
      await renameTemplate({ ...whose, id, name: '春季价签' });
      expect(await getKeptTemplate()).toEqual({ name: '春季价签', category: '促销', version: 1 });
    });
  });

  describe('labels that wait', () => {
    it('are printed with the template they were sent with, changed or deleted since', async () => {
      const shop = await openShop(ctx.db);
      const { ctx: on, memberId, clientId } = shop;
      const row = await ctx.db.kysely
        .selectFrom('template')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      await ctx.db.kysely.updateTable('template').set({ member_id: memberId }).execute();
      const fence = await shop.hello();
      await shop.submit(2);
      const mine = { ctx: on, memberId, softwareId: row.software_id };
      const input = { id: String(row.id), version: 1, name: '改了', category: '' };
      await saveTemplate({ ...mine, input: { ...input, content: withLines(3) } });
      const leaseOne = () => leaseLabels({ ctx: on, clientId, fence, localId: 'p1', room: 1 });
      expect((await leaseOne()).batches).toMatchObject([{ template: TEST_TEMPLATE }]);
      await deleteTemplate({ ...mine, id: row.id });
      expect((await leaseOne()).batches).toMatchObject([{ template: TEST_TEMPLATE }]);
    });
  });
});
