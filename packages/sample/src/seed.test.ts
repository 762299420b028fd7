import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import {
  loadSiteFrame,
  DAY,
  listEnabledDictRows,
  listDownloadsByVersion,
  getSoftware,
  login,
  resetPassword,
  loadSiteIndex,
  deleteUnusedUploads,
} from '@yunbiao/services';
import { TEMPLATE_SETS } from '@yunbiao/services/parts';
import { createTestContext } from '@yunbiao/services/testing';
import { seedDemo } from './seed.ts';
import { SAMPLE_SOFTWARES } from './softwares.ts';
import { TEST_CLIENT } from './testing.ts';

const origin = { address: '127.0.0.1', userAgent: 'test' };

describeEachDatabase((open) => {
  it('shows labels in its help, which stay', async () => {
    const ctx = createTestContext(await open());
    await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    const rows = await ctx.db.kysely.selectFrom('article').select('content').execute();
    const shown = rows.flatMap(({ content }) => [...content.matchAll(/!\[[^\]]+\]\((.*?)\)/g)]);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    for (const [, src] of shown) expect(src).toMatch(/^\/uploads\//);
    ctx.pass(2 * DAY);
    await deleteUnusedUploads({ ctx });
    const kept = await ctx.db.kysely.selectFrom('upload').select('file_key').execute();
    expect(kept.map(({ file_key: key }) => `/${key}`).toSorted()).toEqual(
      shown.map(([, src = '']) => src).toSorted(),
    );
  });

  it('makes two softwares once, with files whose bytes are what the page says', async () => {
    const ctx = createTestContext(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    const again = await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    expect(again).toEqual(first);
    expect(statSync(join(ctx.folder, 'demo-member.txt')).mode & 0o777).toBe(0o600);

    for (const alias of ['yunbiao', 'miandan'])
      expect(await listEnabledDictRows({ ctx, input: { prefix: alias } })).toContainEqual(
        expect.objectContaining({ dictType: 'detail_color' }),
      );
    const index = await loadSiteIndex({ ctx, software: null });
    expect(index.softwares.map((software) => software.alias)).toEqual(['yunbiao', 'miandan']);
    expect(index.templates.map((template) => template.softwareAlias)).toEqual([
      ...Array.from({ length: 8 }, () => 'yunbiao'),
      ...Array.from({ length: 8 }, () => 'miandan'),
    ]);
    const inAll = SAMPLE_SOFTWARES.flatMap(({ templateSet }) => TEMPLATE_SETS[templateSet]).length;
    expect(index.templateCount).toBe(inAll);
    const one = await loadSiteIndex({
      ctx,
      software: await getSoftware(ctx, { alias: 'yunbiao' }),
    });
    expect([one.templates.length, one.templateCount]).toEqual([8, inAll - 8]);
    for (const template of index.templates) expect(template.drawing.svg).toContain('<svg');

    for (const alias of ['yunbiao', 'miandan']) {
      const { versions } = await listDownloadsByVersion({
        ctx,
        software: await getSoftware(ctx, { alias }),
      });
      expect(versions.length).toBe(2);
      for (const file of versions.flatMap((version) => version.files)) {
        const { stream, size } = await ctx.files.open(`downloads/${file.sha256}`);
        const bytes = Buffer.from(await new Response(stream).arrayBuffer());
        expect([size, bytes.length]).toEqual([file.size, file.size]);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      }
    }
    const { versions } = await listDownloadsByVersion({
      ctx,
      software: await getSoftware(ctx, { alias: 'yunbiao' }),
    });
    const clients = versions.flatMap(({ files }) => files.filter(({ arch }) => arch === '测试'));
    expect(clients.map(({ fileName }) => fileName).toSorted()).toEqual(
      TEST_CLIENT.buildPackages()
        .map(({ fileName }) => fileName)
        .toSorted(),
    );
    const frame = await loadSiteFrame({
      ctx,
      software: await getSoftware(ctx, { alias: 'yunbiao' }),
    });
    expect(frame.legal.termsId).not.toBeNull();
    expect(frame.legal.privacyId).not.toBeNull();

    const signedIn = await login({ ctx, input: first, origin });
    expect(signedIn.userInfo.username).toBe(first.username);
  });

  it('gives the demo member a new password when the file with it is lost', async () => {
    const ctx = createTestContext(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    writeFileSync(join(ctx.folder, 'demo-member.txt'), '');
    const second = await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    expect(second.password).not.toBe(first.password);
    await expect(login({ ctx, input: first, origin })).rejects.toMatchObject({ code: 400 });
    await login({ ctx, input: second, origin });
  });

  it('puts the demo password back that is printed, after a change of it', async () => {
    const ctx = createTestContext(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    await resetPassword({ ctx, username: first.username });
    expect(await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT })).toEqual(first);
    await login({ ctx, input: first, origin });
  });
});
