import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import {
  listOwnClients,
  openVirtualPrinter,
  revokeClient,
  submitBatch,
  readVirtualRoll,
  setVirtualFault,
} from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  addTemplate,
  createTestContext,
  createPrintInput,
  TEST_TEMPLATE,
} from '@yunbiao/services/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { attachGateway } from '../apps/server/src/gateway/index.ts';
import {
  createVirtualPrinters,
  type VirtualOptions,
} from '../apps/server/src/virtual/virtual-printers.ts';
import { readWithZxing } from './support/codes.ts';

const CODE = {
  type: 'code128',
  id: 'c',
  xMm: 2,
  yMm: 2,
  widthMm: 46,
  heightMm: 12,
  rotation: 0,
  content: '{{货号}}',
  showText: false,
  textSizeMm: 3,
};

/** A site with real virtual printers, and a member with one of them. */
const openSite = async (
  options: Partial<Pick<VirtualOptions, 'max' | 'idleMs' | 'checkMs'>> = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-virtual-e2e-'));
  const db = openDatabase({ dataDir: folder });
  await migrate(db);
  const ctx = createTestContext(db);
  const server = createServer();
  const gateway = attachGateway({ server, ctx });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const start = () =>
    createVirtualPrinters({
      ctx,
      dataDir: folder,
      max: 5,
      server: `http://127.0.0.1:${port}`,
      ...options,
    });
  let virtual = start();
  ctx.virtual = virtual;
  onTestFinished(async () => {
    await virtual.stop();
    await gateway.close();
    server.closeAllConnections();
    server.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });
  const softwareId = await addSoftware(ctx, 'yunbiao', { labelsPerMonth: 1_000 });
  const templateId = await addTemplate(ctx, softwareId);
  await db.kysely
    .updateTable('template')
    .set({ content: JSON.stringify({ ...TEST_TEMPLATE, elements: [CODE] }) })
    .execute();

  const enter = async (name: string) => {
    const memberId = (await addMember(ctx, name)).id;
    const open = () => openVirtualPrinter({ ctx, memberId, softwareId });
    const { client, printConfigId } = await open();
    const { id } = client;
    const home = join(folder, 'virtual', id);
    return {
      id,
      home,
      open,
      roll: (after = 0) => readVirtualRoll({ ctx, memberId, input: { id, after } }),
      set: (name_: Parameters<typeof setVirtualFault>[0]['input']['name'], on: boolean) =>
        setVirtualFault({ ctx, memberId, input: { id, name: name_, on } }),
      revoke: () => revokeClient({ ctx, memberId, id: Number(id) }),
      print: (numbers: readonly string[]) =>
        submitBatch({
          ctx,
          memberId,
          softwareId,
          input: createPrintInput(printConfigId ?? '', templateId, {
            rows: numbers.map((number) => ({ 货号: number })),
          }),
        }),
      /** The site's view of the printer. */
      printer: async () => {
        const [one] = (await listOwnClients({ ctx, memberId })).list;
        const [printer] = one?.printers ?? [];
        return { online: one?.online, state: printer?.state, text: printer?.stateText };
      },
      details: () =>
        db.kysely
          .selectFrom('detail')
          .select(['title', 'state', 'evidence', 'reason', 'attempt'])
          .where('member_id', '=', memberId)
          .orderBy('id')
          .execute(),
      /** Texts of the codes on the paper, complete labels only, oldest first. */
      read: async () => {
        const names = readdirSync(join(home, 'roll')).toSorted();
        const whole = names.filter((name) => /^\d+-\d+\.png$/.test(name));
        const codes: string[] = [];
        for (const name of whole) codes.push(...(await readWithZxing(join(home, 'roll', name))));
        return codes;
      },
      torn: () =>
        readdirSync(join(home, 'roll')).filter((name) => name.endsWith('-torn.png')).length,
    };
  };
  return {
    ctx,
    folder,
    virtual: () => virtual,
    join: enter,
    /** Restarts the server. */
    restart: async () => {
      await virtual.stop();
      virtual = start();
      ctx.virtual = virtual;
      virtual.resume();
    },
  };
};
type Member = Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>['join']>>;

const PATIENCE = { timeout: 60_000, interval: 50 };
const waitUntil = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, PATIENCE);

const allEnded = (member: Member): Promise<void> =>
  waitUntil(async () => {
    const open = (await member.details()).filter(({ state }) => /queued|sending/.test(state));
    expect(open).toEqual([]);
  });

const listNumbers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `A${String(i + 1).padStart(3, '0')}`);

/**
 * Expects exactly these labels on the paper, in the order of the batch. A label that the client gave
 * back unsent has a later attempt, and may stand behind those the client had then.
 */
const expectOnRoll = async (member: Member, titles: readonly string[]): Promise<void> => {
  const codes = await member.read();
  expect(codes.toSorted()).toEqual(titles);
  const details = await member.details();
  const keptTitles = details.filter(({ attempt }) => attempt === 1).map(({ title }) => title);
  const isKept = (title: string): boolean => keptTitles.includes(title);
  expect(codes.filter(isKept)).toEqual(titles.filter(isKept));
};

it('prints the member’s labels with proof, each with its own dots, and keeps the home to itself', async () => {
  const site = await openSite();
  const member = await site.join('owner');
  await member.print(listNumbers(3));
  await allEnded(member);
  expect((await member.details()).map(({ state, evidence }) => `${state} ${evidence}`)).toEqual(
    Array.from({ length: 3 }, () => 'printed counter-moved'),
  );
  await expectOnRoll(member, listNumbers(3));
  const heard = site.ctx.heard.flatMap(([name, event]) =>
    name === 'print' && 'event' in event && event.event.type === 'roll' ? [event.event] : [],
  );
  expect(heard.at(-1)).toMatchObject({ clientId: member.id, state: { newest: 3, counter: 3 } });
  const { labels } = await member.roll(2);
  expect(labels.map(({ number, whole }) => [number, whole])).toEqual([[3, true]]);
  for (const path of [member.home, join(member.home, 'key'), join(member.home, 'ledger.log')])
    expect(statSync(path).mode & 0o077).toBe(0);
});

it('tells the truth when the paper runs out in the middle, and goes on with new paper', async () => {
  const site = await openSite();
  const member = await site.join('owner');
  await member.set('slow', true);
  await member.print(listNumbers(3));
  await waitUntil(async () => expect((await member.roll()).state.printing).toBe(true));
  expect(await member.set('paperOut', true)).toMatchObject({ switches: { paperOut: true } });
  await waitUntil(async () =>
    expect(await member.printer()).toMatchObject({ state: 'stopped', text: '缺纸' }),
  );
  expect(member.torn()).toBe(1);
  await member.set('slow', false);
  await member.set('paperOut', false);
  await allEnded(member);
  const [first, second, third] = await member.details();
  const asked = { state: 'uncertain', reason: expect.stringContaining('缺纸') };
  expect(first).toMatchObject(asked);
  // It may also have been in the printer: the counter shows that one of the two came out, not
  // which.
  if (second?.state !== 'printed') expect(second).toMatchObject(asked);
  expect(third?.state).toBe('printed');
  await expectOnRoll(member, listNumbers(3).slice(1));
});

it('waits with its cable pulled, and prints when it is back', async () => {
  const site = await openSite();
  const member = await site.join('owner');
  await member.set('disconnected', true);
  await waitUntil(async () => expect((await member.printer()).text).toBe('虚拟打印机的网线拔掉了'));
  await member.print(['A001']);
  await member.set('disconnected', false);
  await allEnded(member);
  expect(await member.read()).toEqual(['A001']);
});

it('claims nothing that is not on the roll and doubles nothing, however its process is killed', async () => {
  const site = await openSite();
  const member = await site.join('owner');
  const wanted = listNumbers(12);
  await member.print(wanted);
  for (const after of [2, 4, 7]) {
    await waitUntil(async () => {
      const open = (await member.details()).some(({ state }) => /queued|sending/.test(state));
      if (open) expect((await member.roll()).state.newest).toBeGreaterThanOrEqual(after);
    });
    const pid = site.virtual().getPid();
    if (pid) process.kill(pid, 'SIGKILL');
    await waitUntil(async () => expect(site.virtual().getPid()).not.toBe(pid));
  }
  await allEnded(member);
  const seen = await member.read();
  const details = await member.details();
  const inState = (state: string) =>
    details.filter((detail) => detail.state === state).map(({ title }) => title);
  expect(new Set(seen).size).toBe(seen.length);
  expect(inState('printed').filter((title) => !seen.includes(title))).toEqual([]);
  const uncertain = inState('uncertain');
  expect(wanted.filter((title) => !seen.includes(title) && !uncertain.includes(title))).toEqual([]);
  // At most two per kill: the one in the printer and the one behind it.
  expect(uncertain.length).toBeLessThanOrEqual(6);
  expect(inState('printed').length + uncertain.length).toBe(wanted.length);
});

it('goes on after a restart of the server by itself when labels wait', async () => {
  const site = await openSite();
  const member = await site.join('owner');
  await member.set('paperOut', true);
  await member.print(['A001', 'A002']);
  await site.restart();
  await waitUntil(async () => expect((await member.printer()).online).toBe(true));
  await member.set('paperOut', false);
  await allEnded(member);
  await expectOnRoll(member, ['A001', 'A002']);
});

it('sleeps when nobody needs it, and is woken by a label or a look', async () => {
  const site = await openSite({ idleMs: 60_000, checkMs: 50 });
  const member = await site.join('owner');
  await waitUntil(async () => expect((await member.printer()).online).toBe(true));
  site.ctx.pass(60_001);
  await waitUntil(async () => expect((await member.printer()).online).toBe(false));
  await member.print(['A001']);
  await allEnded(member);
  expect(await member.read()).toEqual(['A001']);
  site.ctx.pass(60_001);
  await waitUntil(async () => expect((await member.printer()).online).toBe(false));
  expect((await member.roll()).labels).toHaveLength(1);
});

it('gives way to another one only while no label waits for it', async () => {
  const site = await openSite({ max: 1 });
  const one = await site.join('one');
  const two = await site.join('two');
  await waitUntil(async () => expect((await one.printer()).online).toBe(false));
  await two.set('paperOut', true);
  await two.print(['A001']);
  await expect(one.open()).rejects.toMatchObject({ code: 503 });
  await two.set('paperOut', false);
  await allEnded(two);
  expect((await one.open()).client.id).toBe(one.id);
});

it('takes its home with it when it is revoked, also while the server was away', async () => {
  const site = await openSite();
  const [one, two] = [await site.join('one'), await site.join('two')];
  await one.revoke();
  await vi.waitFor(() => expect(existsSync(one.home)).toBe(false), PATIENCE);
  await site.virtual().stop();
  await two.revoke();
  expect(existsSync(two.home)).toBe(true);
  await site.restart();
  await vi.waitFor(() => expect(existsSync(two.home)).toBe(false), PATIENCE);
});
