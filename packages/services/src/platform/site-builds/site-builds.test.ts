import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { testContext } from '../../testing.ts';
import {
  deleteOldBuilds,
  getStoredAssetKey,
  listStoredBuilds,
  recordStoredBuild,
} from './site-builds.ts';

const build = (buildId: string, ...names: string[]) => ({
  buildId,
  rules: { '/{soft}': { cache: { search: [] } } },
  assets: names.map((name) => ({ name, encoding: 'identity' as const })),
});

describeEachDatabase((open) => {
  it('keeps the last three builds and the assets that they share with older ones', async () => {
    const ctx = testContext(await open());
    const store = async (buildId: string, ...names: string[]): Promise<void> => {
      for (const name of names) await ctx.files.put(getStoredAssetKey(name), Buffer.from(name));
      await recordStoredBuild({ ctx }, build(buildId, ...names));
      ctx.pass(1_000);
      await deleteOldBuilds({ ctx });
    };
    const isStored = async (name: string): Promise<boolean> =>
      (await ctx.files.stat(getStoredAssetKey(name))) !== null;

    await store('first', 'A.js', 'shared.js');
    await store('second', 'B.js', 'shared.js');
    await store('third', 'C.js', 'shared.js');
    expect(await isStored('A.js')).toBe(true);
    await store('fourth', 'D.js', 'shared.js');
    expect(await listStoredBuilds({ ctx })).toEqual([
      build('fourth', 'D.js', 'shared.js'),
      build('third', 'C.js', 'shared.js'),
      build('second', 'B.js', 'shared.js'),
    ]);
    expect(await Promise.all(['A.js', 'B.js', 'shared.js'].map(isStored))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('keeps a build that a server started again after an update was taken back', async () => {
    const ctx = testContext(await open());
    for (const buildId of ['old', 'new', 'newer', 'old', 'newest']) {
      await recordStoredBuild({ ctx }, build(buildId));
      ctx.pass(1_000);
      await deleteOldBuilds({ ctx });
    }
    const ids = (await listStoredBuilds({ ctx })).map(({ buildId }) => buildId);
    expect(ids).toEqual(['newest', 'old', 'newer']);
  });
});
