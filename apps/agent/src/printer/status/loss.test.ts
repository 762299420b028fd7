import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulate } from './model/simulate.ts';
import type { Outcome, Scenario } from './model/simulate.ts';
import type { Fault, ModelParameters } from './model/parameters.ts';
import { arbitraryScenario, IDEAL_PRINTER } from './model/scenarios.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

/**
 * More runs, a few minutes: `TEST_ROUNDS=100 npx vitest run
 * apps/agent/src/printer/status/loss.test.ts`.
 */
const RUNS = rounds(200);
const ENOUGH_MS = 60 * 60_000;
const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

type Personality = { settings: Partial<ModelParameters>; printer: Scenario['printer'] };

const EXCLUSIVE = { exclusive: true, wholeCounter: false };
const NO_COUNTER = { counter: 'none' } as const;
const PERSONALITIES: Record<string, Personality> = {
  'ZPL, a counter of whole labels': {
    settings: {},
    printer: { exclusive: true, wholeCounter: true },
  },
  'ZPL, a counter': { settings: {}, printer: EXCLUSIVE },
  'ZPL, a counter, shared': { settings: {}, printer: { exclusive: false, wholeCounter: false } },
  'ZPL, no counter': { settings: NO_COUNTER, printer: EXCLUSIVE },
  TSPL: { settings: NO_COUNTER, printer: { ...EXCLUSIVE, answersAhead: true } },
  'ESC/POS': {
    settings: { ...NO_COUNTER, drawingShows: false, printingShows: false, echo: 'after printing' },
    printer: { ...EXCLUSIVE, answersAhead: true, reportsWork: false },
  },
};

const CUT: Fault = { kind: 'cut', label: 1, afterMs: 100, delivers: true, reachesAfterMs: 1 };

const print = (
  name: string,
  odds: Partial<ModelParameters>,
  { labels, faults }: { labels: number; faults: readonly Fault[] },
): Outcome =>
  simulate({
    settings: { ...IDEAL_PRINTER, lagMs: 4, ...PERSONALITIES[name]?.settings, ...odds },
    printer: PERSONALITIES[name]?.printer ?? EXCLUSIVE,
    labels,
    labelMm: 30,
    faults,
  });

/** Total time of the labels over all seeds, ms. */
const sumTimes = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { tookMs }) => sum + tookMs, 0);

const RUNS_OF_LABELS = [
  { labels: 5, faults: [] },
  { labels: 5, faults: [CUT] },
  { labels: 25, faults: [] },
];

it.each(Object.keys(PERSONALITIES))(
  'takes at most twice the time where one answer of twenty is lost: %s',
  (name) => {
    for (const run of RUNS_OF_LABELS) {
      const lossy = SEEDS.map((seed) => print(name, { loss: 0.05, seed }, run));
      const whole = SEEDS.map((seed) => print(name, { seed }, run));
      expect(sumTimes(lossy) / sumTimes(whole)).toBeLessThan(2);
      for (const { falselyReported, printedTwice } of lossy)
        expect([falselyReported, printedTwice]).toEqual([[], []]);
    }
  },
  ENOUGH_MS,
);

it.each(['ZPL, a counter of whole labels', 'ZPL, a counter', 'ZPL, no counter'])(
  'prints on where one answer of five ends early, and takes that for no stop: %s',
  (name) => {
    const run = { labels: 5, faults: [] };
    for (const lagMs of [4, 400]) {
      const cut = SEEDS.map((seed) => print(name, { truncation: 0.2, lagMs, seed }, run));
      const whole = SEEDS.map((seed) => print(name, { lagMs, seed }, run));
      expect(sumTimes(cut) / sumTimes(whole)).toBeLessThan(1.6);
      // Without a counter the printer may never be seen busy.
      const allowed = name === 'ZPL, no counter' ? ['printed', 'sent'] : ['printed'];
      for (const { results } of cut)
        expect(results.filter((end) => !allowed.includes(end?.state ?? ''))).toEqual([]);
    }
  },
  ENOUGH_MS,
);

it.each(['ZPL, no counter', 'TSPL'])(
  'proves the labels of a printer that loses what is asked while it answers: %s',
  (name) => {
    const run = { labels: 3, faults: [] };
    const deaf = print(name, { deafMs: 3 }, run);
    expect(deaf.results.map((end) => end?.state)).toEqual(['printed', 'printed', 'printed']);
    expect(deaf.tookMs).toBeLessThan(2 * print(name, {}, run).tookMs);
  },
);

it(
  'prints on where each of the four answers to an ESC/POS question may come seconds late',
  () => {
    const times = SEEDS.map((seed) => {
      const odds = { lateness: 0.12, overtaking: false, seed };
      const { results, tookMs } = print('ESC/POS', odds, { labels: 5, faults: [CUT] });
      expect(results).not.toContain(null);
      return tookMs;
    });
    expect(times.reduce((sum, ms) => sum + ms, 0) / times.length).toBeLessThan(240_000);
  },
  ENOUGH_MS,
);

it.each(Object.keys(PERSONALITIES))(
  'prints on where some answers come seconds late, alone or with all behind them: %s',
  (name) => {
    for (const overtaking of [true, false])
      for (const seed of SEEDS) {
        const odds = { lateness: 0.03, overtaking, seed };
        const { results, tookMs } = print(name, odds, { labels: 5, faults: [CUT] });
        expect(results).not.toContain(null);
        expect(tookMs).toBeLessThan(240_000);
      }
  },
  ENOUGH_MS,
);

it.each(['ZPL, a counter of whole labels', 'TSPL'])(
  'makes no label uncertain by one lost answer: %s',
  (name) => {
    for (const seed of SEEDS) {
      const { results } = print(name, { loss: 0.01, seed }, { labels: 5, faults: [] });
      expect(results.map((end) => end?.state)).not.toContain('uncertain');
    }
  },
);

/** Any printer of the model, with lost and late answers. */
const anyLossy: fc.Arbitrary<Scenario> = fc
  .record({
    scenario: arbitraryScenario,
    language: fc.constantFrom('zpl' as const, 'tspl' as const, 'escpos' as const),
    echo: fc.constantFrom('none' as const, 'after drawing' as const, 'after printing' as const),
    odds: fc.record({
      loss: fc.constantFrom(0, 0.01, 0.03, 0.1),
      lateness: fc.constantFrom(0, 0.01, 0.03),
      overtaking: fc.boolean(),
      seed: fc.nat(1_000_000),
    }),
  })
  .map(({ scenario: { settings, printer, faults, ...rest }, language, echo, odds }) => ({
    ...rest,
    settings: {
      ...settings,
      ...odds,
      ...(language !== 'zpl' && NO_COUNTER),
      ...(language === 'escpos' && { drawingShows: false, printingShows: false, echo }),
    },
    printer: {
      ...printer,
      answersAhead: language !== 'zpl',
      reportsWork: language !== 'escpos',
    },
    faults: language === 'zpl' ? faults : faults.filter(({ kind }) => kind !== 'cancel'),
  }));

it(
  'claims nothing that did not come out whole and sends nothing twice, whatever is lost and late',
  () => {
    fc.assert(
      fc.property(anyLossy, (scenario) => {
        const { results, falselyReported, printedTwice } = simulate(scenario);
        expect(falselyReported).toEqual([]);
        expect(printedTwice).toEqual([]);
        expect(results).not.toContain(null);
      }),
      { numRuns: RUNS },
    );
  },
  ENOUGH_MS,
);
