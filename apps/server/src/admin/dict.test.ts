import { describeEachDatabase } from '@yunbiao/db/testing';
import { listEnabledDictRows } from '@yunbiao/services';
import { addSoftware, createOperatorContext, createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { DICT_USAGE } from './dict.ts';
import { parseCommand } from './parse.ts';
import { runAdminCommand } from './run.ts';

describeEachDatabase((open) => {
  const openShop = async () => {
    const db = await open();
    const ctx = createTestContext(db);
    await addSoftware(ctx, 'shop');
    await db.kysely.deleteFrom('dict').execute();
    const run = async (...argv: string[]): Promise<string> => {
      const command = parseCommand(argv);
      if (command.name === 'help') throw new Error('help');
      return (
        await runAdminCommand(createOperatorContext(ctx, 'root'), command, ctx.folder)
      ).text.trim();
    };
    const listShown = async (prefix?: string) =>
      (await listEnabledDictRows({ ctx, input: prefix === undefined ? {} : { prefix } })).map(
        ({ dictType, dictLabel, dictValue }) => `${dictType} ${dictLabel} ${dictValue}`,
      );
    return { db, run, listShown };
  };

  // @spec dictionary-written-by-commands
  it('the dictionary of a product and the common one are written by commands', async () => {
    const { run, listShown } = await openShop();
    const add = (place: string, value: string, label: string, ...more: string[]) =>
      run('dict', 'set', place, 'detail_color', value, '--label', label, ...more);
    expect(await run('dict', 'list', 'shop')).toBe('字典是空的');
    const [, first = ''] = /编号 (\d+)$/.exec(await add('shop', 'yellow', '待核对')) ?? [];
    await add('shop', 'green', '已贴好');
    await add('/', 'red', '红');
    expect(await listShown('shop')).toEqual([
      'detail_color 待核对 yellow',
      'detail_color 已贴好 green',
    ]);
    expect(await listShown()).toEqual(['detail_color 红 red']);
    expect(await add('shop', 'yellow', '再看一眼')).toBe(
      `已改 detail_color 的 yellow（再看一眼），编号 ${first}`,
    );
    expect(await run('dict', 'sort', first, '9')).toBe(
      '已改 detail_color 的 yellow（再看一眼）的次序：9',
    );
    expect(await listShown('shop')).toEqual([
      'detail_color 已贴好 green',
      'detail_color 再看一眼 yellow',
    ]);
    await run('dict', 'disable', first);
    expect(await listShown('shop')).toEqual(['detail_color 已贴好 green']);
    expect(await run('dict', 'list', 'shop')).toMatch(/再看一眼 {2}9 {5}停用$/m);
    expect(await add('shop', 'yellow', '再看一眼')).toBe(
      `已改 detail_color 的 yellow（再看一眼），编号 ${first}，现在停用`,
    );
    await run('dict', 'enable', first);
    expect(await listShown('shop')).toHaveLength(2);
    await run('dict', 'remove', first);
    expect(await listShown('shop')).toEqual(['detail_color 已贴好 green']);
  });

  it('one row is added however many commands add it at once, in either dictionary', async () => {
    const { db, run } = await openShop();
    for (const place of ['shop', '/']) {
      await db.kysely.deleteFrom('dict').execute();
      const said = await Promise.all(
        ['一', '二', '三', '四'].map((label) =>
          run('dict', 'set', place, 'detail_color', 'red', '--label', label),
        ),
      );
      expect(said.filter((text) => text.startsWith('已加'))).toHaveLength(1);
      expect(await db.kysely.selectFrom('dict').select('id').execute()).toHaveLength(1);
    }
  });

  it('each change of the dictionary says who and why in the audit', async () => {
    const { db, run } = await openShop();
    const reason = ['--reason', '换了说法'];
    const added = await run(
      'dict',
      'set',
      'shop',
      'detail_color',
      'red',
      '--label',
      '退回',
      ...reason,
    );
    const [, id = ''] = /编号 (\d+)$/.exec(added) ?? [];
    await run('dict', 'sort', id, '3', ...reason);
    await run('dict', 'disable', id, ...reason);
    await run('dict', 'enable', id, ...reason);
    const listed = await run('audit', 'list', '--action', 'dict');
    expect(listed).toMatch(/管理员（root） {2}启用字典的一条 {2}字典 退回 {2}换了说法/);
    await run('dict', 'remove', id, ...reason);
    const rows = await db.kysely
      .selectFrom('audit')
      .select(['action', 'subject', 'detail'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'dict.set',
      'dict.sort',
      'dict.disable',
      'dict.enable',
      'dict.remove',
    ]);
    for (const { subject, detail } of rows) {
      expect(subject).toBe(`dict:${id}`);
      expect(JSON.parse(detail)).toMatchObject({ by: 'root', why: '换了说法', dict_value: 'red' });
    }
  });

  it('takes the colours pages paint, and names them to one who writes another', async () => {
    const { db, run } = await openShop();
    const set = (value: string, type = 'detail_color') =>
      run('dict', 'set', 'shop', type, value, '--label', '坏');
    for (const value of ['bogus', 'Red', '#12345', '#ggg', 'constructor'])
      await expect(set(value)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(`“${value}”不是颜色，写成 c1、c2、c3、c4、yellow、`),
      });
    expect(await db.kysely.selectFrom('dict').select('id').execute()).toEqual([]);
    await run('software', 'add', 'labels', '标签');
    const shipped = await db.kysely.selectFrom('dict').select('dict_value').execute();
    expect(shipped).toHaveLength(4);
    for (const value of ['#abc', '#D9A51480', 'teal', ...shipped.map((row) => row.dict_value)]) {
      expect(await set(value)).toContain('已加');
      if (!value.startsWith('#')) expect(DICT_USAGE['dict set'].purpose).toContain(value);
    }
    expect(await set('bogus', 'shelf')).toContain('已加');
  });

  it('refuses what no dictionary can hold, in words', async () => {
    const { run } = await openShop();
    const set = (type: string, value: string, label: string, sort = '0') =>
      run('dict', 'set', 'shop', type, value, '--label', label, '--sort', sort);
    for (const odd of [
      set('Detail Color', 'red', '红'),
      set('detail_color', 'x'.repeat(33), '红'),
      set('detail_color', 'red', '红'.repeat(33)),
      set('detail_color', 'red', '红', '-1'),
    ])
      await expect(odd).rejects.toMatchObject({ code: 400 });
    for (const args of [
      ['list', 'nowhere'],
      ['remove', '999'],
      ['sort', 'x', '1'],
    ])
      await expect(run('dict', ...args)).rejects.toMatchObject({ code: 404 });
  });
});
