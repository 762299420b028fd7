import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { login } from '../account/login.ts';
import { resetPassword } from '../account/reset-password.ts';
import { common } from '../software/common.ts';
import { downloadList } from '../software/downloads.ts';
import { siteIndex } from '../software/site-index.ts';
import { contextForTest } from '../testing.ts';
import { DAY } from '../time.ts';
import { sweepUploads } from '../upload/index.ts';
import { tarGz, zip } from '../software/archive.ts';
import { seedDemo } from './seed.ts';

const origin = { address: '127.0.0.1', userAgent: 'test' };

eachDatabase((open) => {
  it('shows labels in its help, which stay', async () => {
    const ctx = contextForTest(await open());
    await seedDemo({ ctx, dataDir: ctx.folder });
    const rows = await ctx.db.kysely.selectFrom('article').select('content').execute();
    const shown = rows.flatMap(({ content }) => [...content.matchAll(/!\[[^\]]+\]\((.*?)\)/g)]);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    for (const [, src] of shown) expect(src).toMatch(/^\/uploads\//);
    ctx.pass(2 * DAY);
    await sweepUploads({ ctx });
    const kept = await ctx.db.kysely.selectFrom('upload').select('file_key').execute();
    expect(kept.map(({ file_key: key }) => `/${key}`).toSorted()).toEqual(
      shown.map(([, src = '']) => src).toSorted(),
    );
  });

  it('makes two softwares once, with files whose bytes are what the page says', async () => {
    const ctx = contextForTest(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder });
    const again = await seedDemo({ ctx, dataDir: ctx.folder });
    expect(again).toEqual(first);
    expect(statSync(join(ctx.folder, 'demo-member.txt')).mode & 0o777).toBe(0o600);

    const index = await siteIndex({ ctx, input: {} });
    expect(index.softwares.map((software) => software.alias)).toEqual(['yunbiao', 'miandan']);
    expect(index.templates.map((template) => template.softwareAlias)).toEqual([
      'yunbiao',
      'yunbiao',
      'miandan',
    ]);
    for (const template of index.templates) expect(template.drawing.svg).toContain('<svg');

    for (const alias of ['yunbiao', 'miandan']) {
      const { versions } = await downloadList({ ctx, input: { alias } });
      expect(versions.length).toBe(2);
      for (const file of versions.flatMap((version) => version.files)) {
        const { stream, size } = await ctx.files.open(`downloads/${file.sha256}`);
        const bytes = Buffer.from(await new Response(stream).arrayBuffer());
        expect([size, bytes.length]).toEqual([file.size, file.size]);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      }
    }
    const frame = await common({ ctx, input: { alias: 'yunbiao' } });
    expect(frame.legal.termsId).not.toBeNull();
    expect(frame.legal.privacyId).not.toBeNull();

    const signedIn = await login({ ctx, input: first, origin });
    expect(signedIn.userInfo.username).toBe(first.username);
  });

  it('gives the demo member a new password when the file with it is lost', async () => {
    const ctx = contextForTest(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder });
    writeFileSync(join(ctx.folder, 'demo-member.txt'), '');
    const second = await seedDemo({ ctx, dataDir: ctx.folder });
    expect(second.password).not.toBe(first.password);
    await expect(login({ ctx, input: first, origin })).rejects.toMatchObject({ code: 400 });
    await login({ ctx, input: second, origin });
  });

  it('puts the demo password back that is printed, when somebody changed it', async () => {
    const ctx = contextForTest(await open());
    const first = await seedDemo({ ctx, dataDir: ctx.folder });
    await resetPassword({ ctx, username: first.username });
    expect(await seedDemo({ ctx, dataDir: ctx.folder })).toEqual(first);
    await login({ ctx, input: first, origin });
  });
});

it('writes archives that other readers read', (test) => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    test.skip('python3：not installed, so no other reader of zip and tar');
  }
  const deep = `a/${'很长的目录名/'.repeat(6)}`;
  const entries = [
    { path: '说明.txt', content: Buffer.from('你好') },
    { path: `${deep}b.txt`, content: Buffer.alloc(3_000, 'x') },
  ];
  const python = `
import sys, io, json, zipfile, tarfile
data = sys.stdin.buffer.read()
if sys.argv[1] == 'zip':
    z = zipfile.ZipFile(io.BytesIO(data)); assert z.testzip() is None
    print(json.dumps({n: len(z.read(n)) for n in z.namelist()}))
else:
    t = tarfile.open(fileobj=io.BytesIO(data))
    print(json.dumps({m.name: m.size for m in t.getmembers()}))`;
  const expected = { '说明.txt': 6, [`${deep}b.txt`]: 3_000 };
  const read = (kind: string, input: Buffer): unknown =>
    JSON.parse(execFileSync('python3', ['-c', python, kind], { input, encoding: 'utf8' }));
  expect(read('zip', zip(entries))).toEqual(expected);
  expect(read('tar', tarGz(entries))).toEqual(expected);
});
