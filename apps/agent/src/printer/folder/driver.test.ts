import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { parsePrinterAddress } from '../../place-address.ts';
import { formatPrinterAddress } from '../../places.ts';
import { getDriver } from '../drivers.ts';
import {
  prepareBytes,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  createPrinterSettings,
  startTestWorker,
  waitUntil,
} from '../testing.ts';
import { startPrinterWorker } from '../worker.ts';
import { toLabelFileName } from './file-name.ts';

const newFolder = ({ onTestFinished }: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const placeAtFolder = (path: string) => ({ at: { kind: 'folder', path } as const });

it('puts each label into the folder, whole and under a name of its own', async (ctx) => {
  const folder = newFolder(ctx);
  const ledger = await createLedger(ctx);
  startTestWorker(ctx, ledger, 0, placeAtFolder(folder)).offer([createLease(1), createLease(2)]);
  await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
  const begin = ledger.id.slice(0, 12);
  const names = readdirSync(folder);
  expect(names).toEqual([`${begin}-0000000001-1.zpl`, `${begin}-0000000002-1.zpl`]);
  expect(readFileSync(join(folder, names[1] ?? ''), 'latin1')).toContain('02^FS');
});

it.for(['/../../x', '../../../etc/x', '..', 'a/b', 'a\\b', '\0', '', 'C:x', '.'])(
  'keeps the file of a label whose id is %j within its folder, and finds it again',
  async (detailId, ctx) => {
    const outer = newFolder(ctx);
    const folder = join(outer, 'inner', 'labels');
    mkdirSync(folder, { recursive: true });
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, { at: { kind: 'folder', path: folder } });
    worker.offer([createLease(1, { detailId })]);
    await waitUntil(() =>
      expect(ledger.listEntries().map(({ final }) => final?.state)).toEqual(['sent']),
    );
    const everywhere = readdirSync(outer, { recursive: true, withFileTypes: true });
    const files = everywhere.filter((entry) => entry.isFile());
    expect(files.map(({ parentPath }) => parentPath)).toEqual([folder]);
    expect(files[0]?.name).toMatch(/^[0-9a-f]{12}-[0-9a-f]{20}-1\.zpl$/);
    expect(files[0]?.name).toBe(`${toLabelFileName(ledger.id, { detailId, attempt: 1 })}.zpl`);
  },
);

it('takes labels as pictures where it is asked to', async (ctx) => {
  const folder = newFolder(ctx);
  const ledger = await createLedger(ctx);
  const formats: string[] = [];
  const png = { at: { kind: 'folder', path: folder, format: 'png' } as const };
  const printer = createPrinterSettings(0, { ...png, language: 'driver' });
  const worker = startPrinterWorker(printer, ledger, {
    ...EVENTS,
    prepare: (item, _, { defaultFormat, vectorFormat }) => {
      formats.push(defaultFormat, vectorFormat);
      return prepareBytes(item.data['n'] ?? '');
    },
  });
  ctx.onTestFinished(() => worker.stop(0));
  worker.offer([createLease(1)]);
  await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  expect(readdirSync(folder)).toEqual([`${ledger.id.slice(0, 12)}-0000000001-1.png`]);
  expect(formats.at(-1)).toBe('png');
  expect(await getDriver(printer).queryFormat?.(printer)).toBe('png');
  expect(formatPrinterAddress(parsePrinterAddress(`folder-png:${folder}`))).toBe(
    `folder-png:${folder}`,
  );
});

it('tells after a restart what was written, and what was not', async (ctx) => {
  const folder = newFolder(ctx);
  const ledger = await createLedger(ctx);
  const intent = (detailId: string) =>
    ({
      kind: 'intent',
      detailId,
      attempt: 1,
      fence: 1,
      localId: 'p1',
      base: null,
      at: '',
    }) as const;
  await ledger.commit([intent('1'), intent('2'), intent('3')]);
  const begin = ledger.id.slice(0, 12);
  writeFileSync(join(folder, `${begin}-0000000001-1.zpl`), 'whole');
  writeFileSync(join(folder, `.${begin}-0000000002-1.part`), 'half');
  startTestWorker(ctx, ledger, 0, placeAtFolder(folder));
  await waitUntil(() =>
    expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sending none', '3 uncertain none']),
  );
  expect(readdirSync(folder)).toEqual([`${begin}-0000000001-1.zpl`]);
});

it('clears away at its start what nobody writes any more, and nothing else', async (ctx) => {
  const folder = newFolder(ctx);
  const ledger = await createLedger(ctx);
  const own = ledger.id.slice(0, 12);
  const old = new Date(Date.now() - 2 * 86_400_000);
  const leave = (name: string, at = new Date()): string => {
    writeFileSync(join(folder, name), 'half');
    utimesSync(join(folder, name), at, at);
    return name;
  };
  // These three are deleted: a partial file of the own ledger without an open label, an old test
  // label, an old file of another client.
  leave(`.${own}-0000000007-1.part`);
  leave('.yunbiao-test-1700000000000.part', old);
  leave('.0123456789ab-0000000001-1.part', old);
  const kept = [
    leave('.0123456789ab-0000000002-1.part'),
    leave('.yunbiao-test-1700000000001.part'),
    leave('.other.part', old),
    leave('report.part', old),
  ];
  // Another printer of the same client is writing this file.
  const intent = { attempt: 1, fence: 1, base: null, at: '' };
  await ledger.commit([{ kind: 'intent', detailId: '8', localId: 'p2', ...intent }]);
  kept.push(leave(`.${own}-0000000008-1.part`));
  startTestWorker(ctx, ledger, 0, placeAtFolder(folder)).offer([createLease(1)]);
  await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
  expect(readdirSync(folder).toSorted()).toEqual([...kept, `${own}-0000000001-1.zpl`].toSorted());
});

it('waits for a folder that is not there, and says so', async (ctx) => {
  const ledger = await createLedger(ctx);
  const worker = startTestWorker(ctx, ledger, 0, placeAtFolder(join(newFolder(ctx), 'none')));
  worker.offer([createLease(1)]);
  await waitUntil(() => expect(worker.view().stateText).toContain('写不进文件夹'));
  expect(ledger.listEntries()).toEqual([]);
});
