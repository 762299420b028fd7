import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundMessage } from '@yunbiao/contract/gateway/discovery';
import type {
  DiscoveryRequest,
  FoundMessage,
  DiscoveryResult,
} from '@yunbiao/contract/gateway/discovery';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../settings.ts';
import { createEscposPrinter } from '../virtual/escpos-printer.ts';
import { servePrinter } from '../virtual/serve.ts';
import { createTsplPrinter } from '../virtual/tspl-printer.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import {
  createConfirmedAddressFinder,
  listAddressesAwaitingConfirmation,
} from './typed-addresses.ts';
import type { Finder, Sighting } from './finder.ts';
import { startDiscoveryLoop } from './discovery-loop.ts';
import { createDiscoveryRequestHandler } from './discovery-requests.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'yb-wishes-'));
  return () => rmSync(home, { recursive: true, force: true });
});

const PRINTERS = {
  zpl: createZplPrinter,
  tspl: createTsplPrinter,
  escpos: createEscposPrinter,
} as const;

/** Starts a printer on a port. `labels` are the sizes of its printed labels, dots. */
const plugIn = async (language: keyof typeof PRINTERS) => {
  const labels: { width: number; height: number }[] = [];
  const printer = PRINTERS[language]({
    dpi: 203,
    speedMs: () => 1,
    counts: false,
    onLabel: ({ bitmap }) => {
      labels.push({ width: bitmap.width, height: bitmap.height });
      return true;
    },
  });
  const server = await servePrinter(printer, 0);
  onTestFinished(server.close);
  return { port: server.port, labels };
};

const createSighting = (port: number, rest: Partial<Sighting> = {}): Sighting => ({
  place: { kind: 'tcp', host: '127.0.0.1', port },
  name: 'Zebra ZD421',
  keys: [`uuid:${port}`],
  model: 'Zebra ZD421-203dpi',
  ...rest,
});

/** A client that discovers these printers and handles discovery requests. */
const createClient = (sightings: readonly Sighting[], finders: readonly Finder[] = []) => {
  const told: FoundMessage[] = [];
  const answers: DiscoveryResult[] = [];
  const said: string[] = [];
  let changes = 0;
  const seen = [...sightings];
  const lookout = startDiscoveryLoop({
    home,
    finders: [{ name: '测试', kinds: ['tcp'], find: () => Promise.resolve(seen) }, ...finders],
    listPrinters: () => readSettings(home).printers,
    isAway: () => true,
    onMoves: () => undefined,
    // Serialized as on the wire.
    send: (message) => told.push(foundMessage.parse(JSON.parse(JSON.stringify(message)))),
    say: (line) => said.push(line),
  });
  onTestFinished(lookout.stop);
  lookout.startReporting();
  const take = createDiscoveryRequestHandler(
    { home, discovery: lookout, say: (line) => said.push(line) },
    (wished) => answers.push(wished),
    () => {
      changes += 1;
    },
  );
  let request = 0;
  const requestDiscovery = async (discoveryRequest: DiscoveryRequest): Promise<DiscoveryResult> => {
    const own = (request += 1);
    take(own, discoveryRequest);
    const findAnswer = () => answers.find((wished) => wished.request === own);
    await expect.poll(findAnswer, { timeout: 30_000 }).toBeDefined();
    return findAnswer() ?? expect.unreachable();
  };
  const getPrinters = () => told.at(-1)?.printers ?? [];
  const findFirstId = async (): Promise<string> => {
    await lookout.search();
    return getPrinters()[0]?.id ?? '';
  };
  return {
    seen,
    told,
    said,
    wish: requestDiscovery,
    printers: getPrinters,
    first: findFirstId,
    changes: () => changes,
  };
};

const HOW = { name: '一号', language: 'zpl', dpi: 203, exclusive: true } as const;

it('tells what it has found, within the contract whatever it is', async () => {
  const wild = createSighting(9100, {
    name: `\u202e${'x'.repeat(2000)}\u0000`,
    model: 'y'.repeat(70_000),
    state: { state: 'stopped', stateReasons: ['media-empty-error', 'no keyword', 'z'.repeat(99)] },
    media: [
      { widthMm: Number.NaN, heightMm: 5 },
      { widthMm: 62, heightMm: 29 },
    ],
  });
  const { first, printers } = createClient([wild, createSighting(9101)]);
  await first();
  expect(printers()).toHaveLength(2);
  expect(printers()[0]).toMatchObject({
    name: `${'x'.repeat(99)}…`,
    where: '127.0.0.1:9100',
    usable: true,
    state: 'stopped',
    stateReasons: ['media-empty-error'],
    media: [{ widthMm: 62, heightMm: 29 }],
    localId: null,
  });
  expect(printers()[1]).toMatchObject({ model: 'Zebra ZD421-203dpi', language: 'zpl', dpi: 203 });
});

it('says once what a finder cannot do, and tells what the others found', async () => {
  const broken: Finder = { name: '坏的', kinds: [], find: () => Promise.reject(new Error('坏了')) };
  const { first, printers, said, wish } = createClient([createSighting(9100)], [broken]);
  await first();
  await wish({ do: 'search' });
  expect(printers()).toHaveLength(1);
  expect(said).toEqual(['找打印机：坏的：坏了']);
});

it('takes a found printer into use, once, under a name no other has', async () => {
  const { first, wish, printers, changes } = createClient([
    createSighting(9100),
    createSighting(9101),
  ]);
  const foundId = await first();
  const taken = await wish({ do: 'take', foundId, ...HOW });
  expect(taken).toMatchObject({ ok: true });
  expect(readSettings(home).printers).toMatchObject([
    {
      localId: taken.localId,
      name: '一号',
      at: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
      language: 'zpl',
      graphics: 'z64',
      exclusive: true,
    },
  ]);
  expect(changes()).toBe(1);
  expect(printers()[0]?.localId).toBe(taken.localId);
  expect(await wish({ do: 'take', foundId, ...HOW })).toMatchObject({
    ok: false,
    text: '这台打印机已经在用了',
  });
  const other = printers()[1]?.id ?? '';
  expect(await wish({ do: 'take', foundId: other, ...HOW })).toMatchObject({ ok: true });
  expect(readSettings(home).printers.map(({ name }) => name)).toEqual(['一号', '一号（2）']);
});

it('writes graphics as digits for what only emulates ZPL', async () => {
  const { first, wish } = createClient([createSighting(9100, { model: 'X', name: 'X' })]);
  await wish({ do: 'take', foundId: await first(), ...HOW });
  expect(readSettings(home).printers[0]?.graphics).toBe('ascii');
});

it('does nothing with what it has not found, or cannot print on', async () => {
  const { first, wish, changes } = createClient([createSighting(9100, { isInaccessible: true })]);
  const foundId = await first();
  const refused = [
    await wish({ do: 'take', foundId, ...HOW }),
    await wish({ do: 'take', foundId: 'f'.repeat(16), ...HOW }),
    await wish({ do: 'move', foundId: 'f'.repeat(16), localId: 'p1' }),
  ];
  expect(refused.map(({ ok }) => ok)).toEqual([false, false, false]);
  expect(readSettings(home).printers).toEqual([]);
  expect(changes()).toBe(0);
});

it('has a printer go on where it was found, and stay the same printer', async () => {
  const { seen, first, wish, printers } = createClient([createSighting(9100, { keys: [] })]);
  const { localId } = await wish({ do: 'take', foundId: await first(), ...HOW });
  seen.splice(0, 1, createSighting(9200, { keys: [] }));
  const foundId = await first();
  expect(await wish({ do: 'move', foundId, localId: localId ?? '' })).toMatchObject({ ok: true });
  expect(readSettings(home).printers).toMatchObject([
    { localId, name: '一号', at: { port: 9200 } },
  ]);
  expect(printers().find(({ id }) => id === foundId)?.localId).toBe(localId);
});

it('keeps an address for the person at the machine, and connects to nothing', async () => {
  const { wish, printers, said } = createClient([], [createConfirmedAddressFinder(home)]);
  const typed = { do: 'address', host: '192.168.1.50', port: 9100 } as const;
  expect(await wish(typed)).toMatchObject({ ok: true, text: expect.stringContaining('确认') });
  expect(listAddressesAwaitingConfirmation(home)).toMatchObject([
    { host: '192.168.1.50', port: 9100 },
  ]);
  expect(said.join()).toContain('printer confirm');
  await wish({ do: 'search' });
  expect(printers()).toEqual([]);
});

it.each(['zpl', 'tspl', 'escpos'] as const)('prints the test label in %s', async (language) => {
  const { port, labels } = await plugIn(language);
  const { first, wish } = createClient([createSighting(port)]);
  const foundId = await first();
  const stock = { widthMm: 40, heightMm: 30, gapMm: 2 };
  expect(await wish({ do: 'test', foundId, language, dpi: 203, ...stock })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => labels, { timeout: 10_000 }).toHaveLength(1);
  expect(labels[0]?.width).toBeGreaterThanOrEqual(240);
});

it.each(['zpl', 'tspl', 'escpos'] as const)(
  'hears from the printer that it speaks %s',
  async (language) => {
    const { port, labels } = await plugIn(language);
    // The model name suggests the wrong language.
    const { first, wish } = createClient([
      createSighting(port, { model: 'Xprinter XP-D463', name: 'X' }),
    ]);
    const looked = await wish({ do: 'look', foundId: await first() });
    expect(looked).toMatchObject({ ok: true, language });
    expect(labels).toEqual([]);
  },
);

it('says that nobody is there', async () => {
  const { first, wish } = createClient([createSighting(1)]);
  const foundId = await first();
  const stock = { widthMm: 40, heightMm: 30, gapMm: 2 };
  const refused = await wish({ do: 'test', foundId, language: 'zpl', dpi: 203, ...stock });
  expect(refused).toMatchObject({ ok: false, text: expect.stringContaining('连不上打印机') });
});
