import { expect, test } from 'vitest';
import type { Planned } from '../works/options.ts';
import { Chance } from '../works/random.ts';
import { dialPrinter } from '../works/testing.ts';
import { type EscposPrinter, startEscposPrinter } from './escpos.ts';
import type { PartialOptions } from './options.ts';
import { createPersonality, TRAITS } from './personality.ts';
import { toBytes, indexByText } from './testing.ts';

const createSeeded = (seed: number) =>
  createPersonality(new Chance(Math.imul(seed + 1, 0x9e3779b1)));

test('the same seed gives the same printer, another one another', () => {
  expect(createSeeded(11)).toEqual(createSeeded(11));
  expect(
    new Set(Array.from({ length: 50 }, (_, seed) => createSeeded(seed).words.join())).size,
  ).toBe(50);
});

test('over many seeds every choice is drawn, and says what it is', () => {
  const met = new Set(Array.from({ length: 300 }, (_, seed) => createSeeded(seed).words).flat());
  expect(TRAITS.flat().filter(({ words }) => !met.has(words))).toEqual([]);
});

const STOCKS = ['labels', 'roll, cut', 'roll, torn'] as const;
const FAULTS: readonly (Planned | null)[] = [
  null,
  { fault: 'headOpen', label: 2, mm: 3, clearAfterMs: 200 },
  { fault: 'mediaOut', label: 3, mm: 1000, clearAfterMs: 200 },
  { fault: 'powerCut', label: 2, mm: 2, downMs: 500, orphanMs: null },
  { fault: 'dropFormat', format: 2 },
];

/** A piece with its name, ended as this stock requires. */
const buildPiece = (name: string, stock: PartialOptions['stock']): Buffer =>
  stock === 'labels' ? toBytes(name, '\n\f') : toBytes(name, '\n', 0x1d, 'V', 66, 0);

const settle = async (printer: EscposPrinter): Promise<void> => {
  for (let calm = 0; calm < 3; calm++) {
    const before = printer.truth().length;
    printer.clear();
    if (printer.state().paused) printer.pressPause();
    await printer.rest();
    await new Promise((resolve) => setTimeout(resolve, 15));
    if (printer.truth().length !== before) calm = 0;
  }
};

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

const accounts = 'seed %i prints each piece once, in order, or the record says why not';
test.concurrent.for(SEEDS)(accounts, async (seed, { expect, onTestFinished }) => {
  const stock = STOCKS[seed % STOCKS.length] ?? 'labels';
  const planned = FAULTS[seed % FAULTS.length] ?? null;
  const printer = await startEscposPrinter({
    ...createSeeded(seed).options,
    seed,
    stock,
    schedule: planned ? [planned] : [],
    identify: indexByText,
    timeScale: 0.002,
    // On a busy machine a test host can be silent for longer.
    idleMs: 0,
  });
  onTestFinished(() => printer.close());
  const sent: string[] = [];
  for (let round = 0; round < 3; round++) {
    const host = await dialPrinter(printer.port).catch(() => null);
    if (!host) continue;
    const names = [`${round}a`, `${round}b`];
    const data = names.flatMap((name) => [...buildPiece(name, stock), 0x10, 4, 1, 0x1d, 0x72, 1]);
    host.send(toBytes(data).toString('latin1'));
    host.socket.end();
    sent.push(...names);
    await host.closed;
  }
  await settle(printer);
  const wholeLabels = printer.paper().filter((item) => item.whole && item.source === 'job');
  const keys = wholeLabels.map(({ key }) => key);
  expect(keys).toEqual(sent.filter((name) => keys.includes(name)));
  const missing = sent.filter((name) => !keys.includes(name));
  const excuses = printer.paper().filter((item) => !item.whole).length + printer.dropped().length;
  expect([missing, missing.length > 0 && excuses === 0]).toEqual([missing, false]);
  if (!planned && createSeeded(seed).options.onFin !== 'lost') expect(missing).toEqual([]);
});
