import { expect, test } from 'vitest';
import { getOptions, getPersonality, TRAITS } from './personality.ts';
import { indexByText, dialPrinter, buildLabel } from './testing.ts';
import type { Entry } from '../works/truth.ts';
import { startZplPrinter, type ZplPrinter } from './zpl.ts';

test('the same seed gives the same printer, another one another', () => {
  expect(getPersonality(11)).toEqual(getPersonality(11));
  const some = new Set(Array.from({ length: 50 }, (_, seed) => getPersonality(seed).words.join()));
  expect(some.size).toBe(50);
});

test('says in words what it is', () => {
  const { words, options } = getPersonality(3);
  expect(words.length).toBe(TRAITS.length + (options.schedule?.length ?? 0));
});

test('over many seeds every choice of a trait meets every choice of every other', () => {
  const met = new Set<string>();
  for (let seed = 0; seed < 3000; seed++) {
    const words = getPersonality(seed).words.slice(0, TRAITS.length);
    for (const [at, one] of words.entries())
      for (const [other, word] of words.entries()) if (at < other) met.add(`${at}${one}&${word}`);
  }
  const missed = TRAITS.flatMap((trait, at) =>
    TRAITS.slice(at + 1).flatMap((other) =>
      trait.choices.flatMap((choice) =>
        other.choices.filter((two) => !met.has(`${at}${choice.words}&${two.words}`)),
      ),
    ),
  );
  expect(missed).toEqual([]);
});

test('over many seeds every fault happens', () => {
  const faults = new Set<string>();
  for (let seed = 0; seed < 500; seed++)
    for (const planned of getOptions(getPersonality(seed)).schedule) faults.add(planned.fault);
  expect(faults.size).toBe(10);
});

/** Copies of each format that were printed completely, ruined permanently, or dropped. */
const getAccount = (entries: readonly Entry[], reprints: boolean): Map<number, number> => {
  const account = new Map<number, number>();
  const countCopies = (format: number, copies: number): void => {
    if (format > 0) account.set(format, (account.get(format) ?? 0) + copies);
  };
  for (const entry of entries) {
    if (entry.kind === 'dropped') countCopies(entry.format, entry.copies);
    if (entry.kind !== 'paper') continue;
    if (entry.whole || entry.why === 'power cut' || !reprints) countCopies(entry.format, 1);
  }
  return account;
};

const settle = async (printer: ZplPrinter): Promise<void> => {
  for (let calm = 0; calm < 4; calm++) {
    const before = printer.truth().length;
    printer.clear();
    if (printer.state().paused) printer.pressPause();
    await printer.rest();
    await new Promise((resolve) => setTimeout(resolve, 15));
    if (printer.truth().length !== before) calm = 0;
  }
};

const SEEDS = Array.from({ length: 80 }, (_, seed) => seed);

const accounts = 'seed %i accounts for every label it was sent';
test.concurrent.for(SEEDS)(accounts, async (seed, { expect, onTestFinished }) => {
  const reprints = seed % 2 === 0;
  const { options } = getPersonality(seed);
  const printer = await startZplPrinter({ ...options, identify: indexByText, timeScale: 0.002 });
  onTestFinished(() => printer.close());
  const jz = reprints ? '^JZY' : '^JZN';
  for (let round = 0; round < 4; round++) {
    const host = await dialPrinter(printer.port).catch(() => null);
    if (!host) continue;
    host.send(`~HS${buildLabel(`${round}a`, 30, jz)}! U1 getvar "odometer.total_label_count"\r\n`);
    host.send(`${buildLabel(`${round}b`, 30, `${jz}^PQ3`)}~HS`);
    host.socket.end();
    await host.closed;
  }
  await settle(printer);
  const account = getAccount(printer.truth(), reprints);
  const getAskedCopies = (key: string): number => (key.endsWith('b') ? 3 : 1);
  for (const entry of printer.truth()) {
    if (entry.kind === 'event' || entry.format === 0 || entry.foreign) continue;
    expect([entry.key, account.get(entry.format)]).toEqual([
      entry.key,
      getAskedCopies(entry.key ?? ''),
    ]);
  }
});
