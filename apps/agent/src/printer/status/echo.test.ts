import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSurplusRecorder } from './answers.ts';
import { NO_ECHO, recordEchoObservation, explainWhyEchoProvesNothing } from './echo.ts';
import { simulate } from './model/simulate.ts';
import type { Outcome, Scenario } from './model/simulate.ts';
import type { Fault, ModelParameters } from './model/parameters.ts';
import { arbitraryScenario, IDEAL_PRINTER } from './model/scenarios.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

/**
 * More runs, a few minutes: `TEST_ROUNDS=100 npx vitest run
 * apps/agent/src/printer/status/echo.test.ts`.
 */
const RUNS = rounds(400);
const ENOUGH_MS = 30 * 60_000;

/** A printer that reports faults but neither work nor a counter. */
const TROUBLE_ONLY = { counter: 'none', drawingShows: false, printingShows: false } as const;
const AHEAD = { answersAhead: true, reportsWork: false } as const;

const print = (
  settings: Partial<ModelParameters>,
  faults: readonly Fault[] = [],
  labels = 3,
): Outcome =>
  simulate({
    settings: { ...IDEAL_PRINTER, ...TROUBLE_ONLY, echo: 'after printing', ...settings },
    printer: { exclusive: true, wholeCounter: false, ...AHEAD },
    labels,
    labelMm: 30,
    faults,
  });
const listResultWords = ({ results }: Outcome): string[] =>
  results.map((end) => (end ? `${end.state} ${end.evidence}` : 'nothing'));
const getReason = ({ results }: Outcome, label: number): string => results[label]?.reason ?? '';

/** A printer that may echo, possibly too early, and may start a label seconds late. */
const anyEchoing: fc.Arbitrary<Scenario> = fc
  .record({
    scenario: arbitraryScenario,
    echo: fc.constantFrom('none' as const, 'after drawing' as const, 'after printing' as const),
    lateMs: fc.oneof(fc.constant(0), fc.nat(5000)),
    hiccupEvery: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 60 })),
    stallEvery: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 60 })),
  })
  .map(({ scenario: { settings, printer, faults, ...rest }, echo, lateMs, ...odd }) => ({
    ...rest,
    settings: {
      ...settings,
      ...TROUBLE_ONLY,
      ...odd,
      echo,
      // Only for printers that answer at once: a printer that answers in order is silent for this
      // time, which looks like a stop.
      drawMs: settings.order === 'at once' ? lateMs : settings.drawMs,
    },
    printer: { ...printer, ...AHEAD },
    // Receipt printers have no CANCEL function.
    faults: faults.filter(({ kind }) => kind !== 'cancel'),
  }));

it(
  'claims nothing that did not come out whole, sends nothing twice and leaves nothing undecided, whatever happens',
  () => {
    fc.assert(
      fc.property(anyEchoing, (scenario) => {
        const { results, falselyReported, printedTwice } = simulate(scenario);
        expect(falselyReported).toEqual([]);
        expect(printedTwice).toEqual([]);
        expect(results).not.toContain(null);
        const { echo, hiccupEvery, order, repeatEvery, repeats } = scenario.settings;
        // A late answer of a printer that answers in order, or an answer matched to another query,
        // looks like a stop.
        const isOdd = hiccupEvery > 0 || (repeatEvery > 0 && repeats === 'besides');
        const isFault = isOdd && order !== 'at once';
        const uncertain = results.filter((end) => end?.state === 'uncertain').length;
        expect(uncertain).toBeLessThanOrEqual(isFault ? Infinity : scenario.faults.length);
        if (echo === 'none') expect(results.some((end) => end?.state === 'printed')).toBe(false);
      }),
      { numRuns: RUNS },
    );
  },
  ENOUGH_MS,
);

it('proves every label that a printer says it has printed', () => {
  for (const order of ['at once', 'after drawing', 'after printing'] as const)
    expect(listResultWords(print({ order }))).toEqual(Array(3).fill('printed printer-echo'));
});

it('has every label of a healthy printer printed', () => {
  const healthy = fc.record({
    order: fc.constantFrom('at once' as const, 'after drawing' as const, 'after printing' as const),
    lagMs: fc.integer({ min: 0, max: 20 }),
    drawMs: fc.integer({ min: 0, max: 200 }),
    // 30 mm at 70–250 mm/s. A label that takes longer than a stop is proven only when answers are
    // ahead of the work.
    printMs: fc.integer({ min: 120, max: 430 }),
  });
  fc.assert(
    fc.property(healthy, (settings) => {
      expect(listResultWords(print(settings))).toEqual(Array(3).fill('printed printer-echo'));
    }),
    { numRuns: rounds(100) },
  );
});

it('takes no idleness for proof of a printer that only tells of trouble, however late it answers', () => {
  const outcome = print({ echo: 'none', order: 'after printing' }, [], 5);
  expect(listResultWords(outcome)).toEqual(Array(5).fill('sent consumed'));
  expect(getReason(outcome, 4)).toContain('不说是否正在打印');
});

it('waits for an echo that comes seconds later, and sends no other label before', () => {
  const slow = print({ drawMs: 4500 });
  expect(listResultWords(slow)).toEqual(Array(3).fill('printed printer-echo'));
});

it('is uncertain of a label whose echo does not come, though others’ did', () => {
  // The stop is noticed. The ruined label is not echoed.
  const stop: Fault = { kind: 'stop', label: 1, afterMs: 200, forMs: 5000, head: false };
  const outcome = print({ echoesRuined: false }, [stop]);
  expect(listResultWords(outcome)).toEqual([
    'printed printer-echo',
    'uncertain consumed',
    'printed printer-echo',
  ]);
});

it.each([true, false])(
  'is uncertain of a label the paper ran out in the middle of, whatever the printer says of it: flags %s',
  (flags) => {
    const stop: Fault = { kind: 'stop', label: 1, afterMs: 200, forMs: 5000, head: true };
    const outcome = print({ whileStopped: flags ? 'flags' : 'silent' }, [stop]);
    expect(listResultWords(outcome)[1]).toBe('uncertain consumed');
    expect(getReason(outcome, 1)).toContain(flags ? '盖子开着' : '没有应答');
    expect(listResultWords(outcome)[2]).toBe('printed printer-echo');
  },
);

it('takes no echo for proof that came sooner than paper can move, or with the one before the label', () => {
  const early = print({ echo: 'after drawing' });
  expect(listResultWords(early)).toEqual(Array(3).fill('sent consumed'));
  expect(getReason(early, 0)).toContain('纸还来不及走完');
  const dropped = print({}, [{ kind: 'drop', label: 1, afterMs: 0 }]);
  expect(listResultWords(dropped)).toEqual([
    'printed printer-echo',
    'sent consumed',
    'printed printer-echo',
  ]);
});

it('takes no late echo of a dropped label for proof where an answer given up came after all', () => {
  // One answer to the second greeting is 1.2 s late and times out. Later answers then seem prompt.
  const dropped: Fault = { kind: 'drop', label: 5, afterMs: 0 };
  const stop: Fault = { kind: 'stop', label: 2, afterMs: 1, forMs: 6810, head: false };
  const outcome = simulate({
    settings: {
      ...IDEAL_PRINTER,
      ...TROUBLE_ONLY,
      order: 'after drawing',
      echo: 'after drawing',
      whileStopped: 'silent',
      echoesRuined: false,
      lagMs: 308,
      staleMs: 1025,
      hiccupEvery: 4,
      drawMs: 202,
      printMs: 118,
    },
    printer: { exclusive: true, wholeCounter: false, ...AHEAD },
    labels: 6,
    labelMm: 32,
    faults: [dropped, stop],
  });
  expect(outcome.falselyReported).toEqual([]);
  expect(listResultWords(outcome)[5]).toBe('sent consumed');
});

it('takes no echo for proof that only the network made late, of a printer that answers while it prints', () => {
  // The one late answer of 77 is the echo behind the dropped label.
  const outcome = print({ hiccupEvery: 77, hiccupMs: 450 }, [
    { kind: 'drop', label: 2, afterMs: 0 },
  ]);
  expect(listResultWords(outcome)).toEqual([
    'printed printer-echo',
    'printed printer-echo',
    'sent consumed',
  ]);
  expect(getReason(outcome, 2)).toContain('只是报晚了');
});

it('takes no echo for proof that came as soon as the bytes of the label can', () => {
  const answers = createSurplusRecorder(0);
  const createEchoState = (wireMs: number) => {
    const one = {
      minimumMs: 67,
      sentAt: 0,
      echo: { ...NO_ECHO },
      mayHaveMissedStop: false,
      noStopBefore: 0,
    };
    recordEchoObservation(one, { place: 'before', wireMs: Infinity, now: 3 });
    recordEchoObservation(one, { place: 'behind', wireMs, now: 190 });
    return explainWhyEchoProvesNothing(one, answers, Infinity);
  };
  expect(createEchoState(10)).toBeNull();
  // 19 kB at 100 kB/s, and over a connection that became slightly slower.
  for (const wireMs of [190, 150, Infinity])
    expect(createEchoState(wireMs)).toContain('纸还来不及走完');
  answers.recordExtra();
  expect(createEchoState(10)).not.toBeNull();
});

it('takes a label for printed only when no stop can have come and gone unseen', () => {
  for (const setting of ['hiccupEvery', 'stallEvery'] as const)
    for (let every = 2; every < 60; every += 1)
      for (let afterMs = 95; afterMs < 1000; afterMs += 150) {
        const stop = { kind: 'stop', label: 0, afterMs, forMs: 700, head: false } as const;
        const outcome = print({ printMs: 1100, drawMs: 0, [setting]: every }, [stop], 1);
        expect(outcome.falselyReported).toEqual([]);
      }
});

it('believes a label whose echo was there sooner than any stop takes, though an answer was late', () => {
  // Every `hiccupEvery`-th answer is late: in some runs the answer to the query behind the label,
  // not its echo.
  const ends = Array.from(
    { length: 40 },
    (_, i) => listResultWords(print({ hiccupEvery: 20 + i }, [], 1))[0],
  );
  expect(ends).toContain('printed printer-echo');
  expect(new Set(ends).size).toBeLessThanOrEqual(2);
});

it('knows nothing more of a label once the connection is lost', () => {
  const cut: Fault = { kind: 'cut', label: 1, afterMs: 100, delivers: true, reachesAfterMs: 1 };
  const outcome = print({}, [cut]);
  expect(listResultWords(outcome)).toEqual([
    'printed printer-echo',
    'uncertain consumed',
    'printed printer-echo',
  ]);
  expect(outcome.printedTwice).toEqual([]);
});
