import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PrinterStatus } from './status.ts';
import { createStatusMachine } from './machine.ts';
import type { Step } from './machine.ts';
import { simulate } from './model/simulate.ts';
import type { Outcome, Scenario } from './model/simulate.ts';
import type { Fault, ModelParameters } from './model/parameters.ts';
import { READY } from './model/device.ts';
import { arbitraryRun, arbitraryScenario, IDEAL_PRINTER } from './model/scenarios.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

/**
 * More runs, a few minutes: `TEST_ROUNDS=100 npx vitest run
 * apps/agent/src/printer/status/machine.test.ts`.
 */
const RUNS = rounds(600);
const ENOUGH_MS = 30 * 60_000;

const print = (
  settings: Partial<ModelParameters>,
  faults: readonly Fault[] = [],
  change: Partial<Omit<Scenario, 'settings' | 'faults'>> = {},
): Outcome =>
  simulate({
    settings: { ...IDEAL_PRINTER, ...settings },
    printer: { exclusive: true, wholeCounter: false },
    labels: 3,
    labelMm: 30,
    faults,
    ...change,
  });
const listResultWords = ({ results }: Outcome): string[] =>
  results.map((end) => (end ? `${end.state} ${end.evidence}` : 'nothing'));
const getReason = ({ results }: Outcome, label: number): string => results[label]?.reason ?? '';
const repeatThreeTimes = (word: string): string[] => [word, word, word];

it(
  'claims nothing that did not come out whole, sends nothing twice and leaves nothing undecided, whatever happens',
  () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
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

/** A printer without a counter that may answer ahead of its work and start it seconds late. */
const anyAhead = fc
  .record({
    scenario: arbitraryScenario,
    lateMs: fc.oneof(fc.constant(0), fc.nat(5000)),
    hiccupEvery: fc.oneof(fc.constant(0), fc.integer({ min: 10, max: 60 })),
    stallEvery: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 60 })),
  })
  .map(({ scenario: { settings, printer, faults, ...rest }, lateMs, hiccupEvery, stallEvery }) => ({
    ...rest,
    settings: {
      ...settings,
      // One late answer is no sign of work when answers are ahead of the work.
      hiccupEvery,
      stallEvery,
      counter: 'none' as const,
      // Only for printers that answer at once: a printer that answers in order is silent for this
      // time, which looks like a stop.
      drawMs: settings.order === 'at once' ? lateMs : settings.drawMs,
    },
    printer: { ...printer, answersAhead: true },
    // CANCEL cannot be noticed without a counter.
    faults: faults.filter(({ kind }) => kind !== 'cancel'),
  }));

it(
  'claims nothing that did not come out whole where answers are ahead of the work',
  () => {
    fc.assert(
      fc.property(anyAhead, (scenario) => {
        const { results, falselyReported, printedTwice } = simulate(scenario);
        expect(falselyReported).toEqual([]);
        expect(printedTwice).toEqual([]);
        expect(results).not.toContain(null);
        const uncertain = results.filter((end) => end?.state === 'uncertain').length;
        const { hiccupEvery, order } = scenario.settings;
        // A late answer of a printer that answers in order looks like a stop.
        const isFault = hiccupEvery > 0 && order !== 'at once';
        expect(uncertain).toBeLessThanOrEqual(isFault ? Infinity : scenario.faults.length);
      }),
      { numRuns: RUNS },
    );
  },
  ENOUGH_MS,
);

const AHEAD = { printer: { exclusive: true, wholeCounter: false, answersAhead: true } };

it('takes one late answer for no sign of paper, of a printer that answered an earlier label ahead of it', () => {
  const settings = {
    ...IDEAL_PRINTER,
    counter: 'none' as const,
    drawingShows: false,
    printingShows: false,
    drawMs: 0,
    hiccupEvery: 37,
    staleMs: 7,
  };
  const { results, falselyReported } = simulate({
    settings,
    printer: { exclusive: true, wholeCounter: false },
    labels: 3,
    labelMm: 96,
    faults: [{ kind: 'drop', label: 1, afterMs: 0 }],
  });
  expect(falselyReported).toEqual([]);
  expect(results.map((end) => end?.state)).toEqual(['sent', 'sent', 'sent']);
});

it.each([0, 400, 4000])(
  'takes idle before work for early only, where answers are ahead of the work: %i ms to draw',
  (drawMs) => {
    const outcome = print({ counter: 'none', drawingShows: false, drawMs }, [], AHEAD);
    expect(listResultWords(outcome)).toEqual(repeatThreeTimes('printed printer-idle'));
  },
);

it('has no proof where answers are ahead of work that is never shown, and stops waiting for it', () => {
  const never = { counter: 'none', drawingShows: false, printingShows: false } as const;
  const few = print(never, [], { ...AHEAD, labels: 3 });
  expect(listResultWords(few)).toEqual(repeatThreeTimes('sent consumed'));
  expect(getReason(few, 0)).toContain('没有看到它忙过');
  const many = print(never, [], { ...AHEAD, labels: 13 });
  expect(getReason(many, 12)).toContain('前面几张从来没有显示在忙');
  expect(many.tookMs - few.tookMs).toBeLessThan(10 * 3000);
});

it('takes no dropped label for printed where answers are ahead of the work', () => {
  const outcome = print({ counter: 'none' }, [{ kind: 'drop', label: 1, afterMs: 0 }], AHEAD);
  expect(listResultWords(outcome)).toEqual([
    'printed printer-idle',
    'sent consumed',
    'printed printer-idle',
  ]);
});

it('takes one late answer for no proof where answers are ahead of the work, nor for a reason not to wait', () => {
  // The late answer is the one behind the label. The label is dropped, or starts seconds late.
  const late = { counter: 'none', printingShows: false, drawingShows: false } as const;
  for (let hiccupEvery = 60; hiccupEvery < 140; hiccupEvery += 1) {
    const dropped = print({ ...late, hiccupEvery }, [{ kind: 'drop', label: 0, afterMs: 0 }], {
      ...AHEAD,
      labels: 1,
    });
    expect(listResultWords(dropped)).toEqual(['sent consumed']);
    const slow = print(
      { counter: 'none', drawingShows: false, drawMs: 4500, hiccupEvery },
      [{ kind: 'stop', label: 0, afterMs: 4600, forMs: 3000, head: false }],
      { ...AHEAD, labels: 1 },
    );
    expect(listResultWords(slow)).toEqual(['uncertain consumed']);
  }
});

it.each(['hiccupEvery', 'stallEvery'] as const)(
  'takes a label for printed only when no stop can have come and gone unseen: %s',
  (setting) => {
    // The query before the stop is answered after it, or the next query is late.
    const seen = { counter: 'none', drawingShows: false, drawMs: 0, printMs: 1100 } as const;
    for (let every = 2; every < 60; every += 1)
      for (let afterMs = 95; afterMs < 1000; afterMs += 150) {
        const stop = { kind: 'stop', label: 0, afterMs, forMs: 700, head: false } as const;
        const outcome = print({ ...seen, [setting]: every }, [stop], { ...AHEAD, labels: 1 });
        expect(outcome.falselyReported).toEqual([]);
      }
  },
);

it('believes a printer that is deaf while it prints from its third label on', () => {
  const deaf = { counter: 'none', order: 'after printing' } as const;
  const outcome = print({ ...deaf, drawingShows: false, printingShows: false }, [], {
    ...AHEAD,
    labels: 5,
  });
  expect(listResultWords(outcome)).toEqual([
    'sent consumed',
    'sent consumed',
    'printed printer-idle',
    'printed printer-idle',
    'printed printer-idle',
  ]);
});

it('leaves at most two labels uncertain a fault, one without a counter', () => {
  fc.assert(
    fc.property(arbitraryScenario, (scenario) => {
      const uncertain = simulate(scenario).results.filter(
        (end) => end?.state === 'uncertain',
      ).length;
      const each = scenario.settings.counter === 'counts' && scenario.printer.exclusive ? 2 : 1;
      expect(uncertain).toBeLessThanOrEqual(scenario.faults.length * each);
    }),
    { numRuns: RUNS },
  );
});

it('has every label of a healthy printer printed', () => {
  const healthy = fc.record({
    counter: fc.constantFrom('counts' as const, 'none' as const),
    order: fc.constantFrom('at once' as const, 'after drawing' as const, 'after printing' as const),
    exclusive: fc.boolean(),
    wholeCounter: fc.boolean(),
    lagMs: fc.integer({ min: 0, max: 20 }),
    drawMs: fc.integer({ min: 0, max: 500 }),
    // 30 mm at 60–120 mm/s. At higher speeds an answer behind the label looks the same as a late
    // one.
    printMs: fc.integer({ min: 250, max: 500 }),
  });
  fc.assert(
    fc.property(healthy, ({ exclusive, wholeCounter, ...settings }) => {
      const outcome = print(settings, [], { printer: { exclusive, wholeCounter } });
      const proof = settings.counter === 'counts' ? 'counter-moved' : 'printer-idle';
      expect(listResultWords(outcome)).toEqual(repeatThreeTimes(`printed ${proof}`));
    }),
    { numRuns: rounds(300) },
  );
});

it.each(['counts', 'none'] as const)(
  'is uncertain of a label the paper ran out in the middle of: %s',
  (counter) => {
    for (const whileStopped of ['flags', 'silent'] as const)
      for (const head of [true, false]) {
        const stop: Fault = { kind: 'stop', label: 1, afterMs: 200, forMs: 5000, head };
        const outcome = print({ counter, countsRuined: true, whileStopped }, [stop], {
          printer: { exclusive: false, wholeCounter: false },
        });
        const proof = counter === 'counts' ? 'counter-moved' : 'printer-idle';
        expect(listResultWords(outcome)).toEqual([
          `printed ${proof}`,
          'uncertain consumed',
          `printed ${proof}`,
        ]);
        const reason = whileStopped === 'silent' ? '没有应答' : head ? '盖子开着' : '缺纸';
        expect(getReason(outcome, 1)).toContain(`打印机停过（${reason}）`);
      }
  },
);

it('believes a counter over a stop only when the member says that it counts whole labels', () => {
  // The printer stops before the label starts: it prints the whole label when paper is loaded.
  const stop: Fault = { kind: 'stop', label: 1, afterMs: 5, forMs: 5000, head: false };
  const change = (wholeCounter: boolean) => ({ printer: { exclusive: true, wholeCounter } });
  expect(listResultWords(print({}, [stop], change(true)))).toEqual(
    repeatThreeTimes('printed counter-moved'),
  );
  const doubted = print({}, [stop], change(false));
  expect(listResultWords(doubted)[1]).toBe('uncertain consumed');
  expect(getReason(doubted, 1)).toBe(
    '打印机停过（缺纸），计数器走了，但不知道这一张打印得完整不完整',
  );
});

it.each(['drop', 'cancel'] as const)(
  'takes a counter that stands still for evidence against an idle printer: %s',
  (kind) => {
    const outcome = print({}, [{ kind, label: 2, afterMs: 150 }]);
    expect(listResultWords(outcome)).toEqual([
      'printed counter-moved',
      'printed counter-moved',
      'uncertain consumed',
    ]);
    expect(getReason(outcome, 2)).toBe('打印机空闲了，计数器没有动：可能没有打印出来');
  },
);

it('does not guess which of two labels a counter means that moved once', () => {
  const fault: Fault = { kind: 'cancel', label: 0, afterMs: 300 };
  const outcome = print({ printMs: 600 }, [fault]);
  expect(listResultWords(outcome).slice(0, 2)).toEqual([
    'uncertain consumed',
    'uncertain consumed',
  ]);
  expect(getReason(outcome, 0)).toBe('发了 2 次，计数器只走了 1 次，分不清是哪一次');
});

it.each([120, 500, 5000])('waits for a counter that is written %i ms late', (counterLateMs) => {
  expect(listResultWords(print({ counterLateMs }))).toEqual(
    repeatThreeTimes('printed counter-moved'),
  );
  const cut: Fault = { kind: 'cut', label: 1, afterMs: 100, delivers: true, reachesAfterMs: 1 };
  const { printedTwice, falselyReported } = print({ counterLateMs }, [cut]);
  expect([printedTwice, falselyReported]).toEqual([[], []]);
});

it.each([
  ['exact', 1000, '计数器没有动'],
  ['behind', 1000, '计数器从 1002 变成了 1001：打印机重启过或清过计数'],
  ['reset', 0, '计数器从 2 变成了 0：打印机重启过或清过计数'],
] as const)(
  'sends nothing again by itself after a power cut, counter %s from %i',
  (persistence, counterStart, reason) => {
    const power: Fault = { kind: 'power', label: 2, afterMs: 100, forMs: 1000 };
    const outcome = print({ persistence, counterStart, counterLateMs: 200 }, [power], {
      printer: { exclusive: false, wholeCounter: false },
    });
    expect(listResultWords(outcome)).toEqual([
      'printed counter-moved',
      'printed counter-moved',
      'uncertain consumed',
    ]);
    expect(getReason(outcome, 2)).toContain(reason);
  },
);

it('says "printed" after a lost connection only by a counter of whole labels', () => {
  const cut: Fault = { kind: 'cut', label: 2, afterMs: 30, delivers: true, reachesAfterMs: 1 };
  const change = (exclusive: boolean, wholeCounter: boolean) => ({
    printer: { exclusive, wholeCounter },
  });
  expect(listResultWords(print({}, [cut], change(true, true)))[2]).toBe('printed counter-moved');
  expect(getReason(print({}, [cut], change(true, false)), 2)).toBe(
    '连接断过，计数器走了，但不知道这一张打印得完整不完整',
  );
  expect(getReason(print({}, [cut], change(false, true)), 2)).toBe(
    '连接断过，计数器走了，但这台打印机不是独用的，可能是别人的标签',
  );
  expect(getReason(print({ counter: 'none' }, [cut]), 2)).toBe(
    '打印机收下后连接断了，没有等到打印完成',
  );
});

it('gives no proof by idleness where the printer is idle before it has printed', () => {
  // Always idle, also before the paper can have moved.
  const blind = print({ counter: 'none', drawingShows: false, printingShows: false });
  expect(listResultWords(blind)).toEqual(repeatThreeTimes('sent consumed'));
  expect(getReason(blind, 0)).toContain('纸还来不及走完');
  // Draws for a while without showing it: idle, then busy although nothing was sent.
  const early = print({ counter: 'none', drawingShows: false, drawMs: 400 });
  expect(listResultWords(early)).toEqual(repeatThreeTimes('sent consumed'));
  expect(getReason(early, 2)).toContain('说空闲之后又忙了起来');
});

it('takes no dropped format for printed, whatever the answers are late by', () => {
  for (const order of ['at once', 'after drawing', 'after printing'] as const)
    for (const lagMs of [0, 100, 400]) {
      const outcome = print({ counter: 'none', order, lagMs }, [
        { kind: 'drop', label: 1, afterMs: 0 },
      ]);
      expect(listResultWords(outcome)[1]).toBe('sent consumed');
    }
});

it('lets a printer without a counter go on as soon as the label before is settled', () => {
  const one = print({ counter: 'none' }, [], { labels: 1 });
  const ten = print({ counter: 'none' }, [], { labels: 10 });
  expect(ten.tookMs - one.tookMs).toBeLessThan(9 * (20 + 300 + 1200 + 600 + 300));
});

/**
 * Runs a machine that has just connected to an idle printer until `endMs`. `answer` returns the
 * answer to each query.
 */
const simulateConversation = (
  counts: boolean,
  endMs: number,
  answer: (now: number) => { status?: Partial<PrinterStatus>; counter?: number },
): { steps: { now: number; step: Step }[] } => {
  const machine = createStatusMachine({
    now: 0,
    printer: {
      exclusive: true,
      wholeCounter: false,
      answersEarly: false,
      answersAhead: false,
      reportsWork: true,
      showsWork: false,
      unseenCount: 0,
      unansweredEchoCount: Infinity,
      slowCount: 0,
    },
    counts,
    restState: null,
    earlierLabels: [],
  });
  const steps: { now: number; step: Step }[] = [];
  for (let now = 0; now < endMs; now += 50) {
    const step = machine.step(now, true);
    steps.push({ now, step });
    if (step.do === 'start' || step.do === 'renew') break;
    if (step.do !== 'ask') continue;
    machine.recordQuestion(now, step.counter);
    const { status, counter } = answer(now);
    if (counter !== undefined) machine.recordCounter(now + 5, counter);
    machine.recordStatus(now + 5, { ...READY, ...status });
  }
  return { steps };
};

it('goes on over a new connection when half a format is left that nobody ends', () => {
  const { steps } = simulateConversation(false, 30_000, () => ({
    status: { partialFormat: true },
  }));
  expect(steps.at(-1)?.step.do).toBe('renew');
});

it('starts no label before the counter has come to rest: a closed head feeds labels, and counts them', () => {
  const { steps } = simulateConversation(true, 30_000, (now) => ({
    counter: now < 5000 ? 41 : 42,
  }));
  const last = steps.at(-1);
  expect(last?.step).toEqual({ do: 'start', base: 42 });
  expect(last?.now).toBeGreaterThan(5000 + 6000);
});

it('has two labels under way where the counter tells them apart, and waits for none but the last', () => {
  const labels = 20;
  const quick = print({ printMs: 300, drawMs: 20 }, [], { labels });
  expect(listResultWords(quick)).toEqual(
    Array.from({ length: labels }, () => 'printed counter-moved'),
  );
  const beforeAndAfter = print({ printMs: 300, drawMs: 20 }, [], { labels: 1 });
  expect(quick.tookMs - beforeAndAfter.tookMs).toBeLessThan((labels - 1) * 450);
});

it(
  'claims nothing and doubles nothing in long runs, with two labels a fault uncertain at most',
  () => {
    fc.assert(
      fc.property(arbitraryRun, (scenario) => {
        const { results, falselyReported, printedTwice } = simulate(scenario);
        expect(falselyReported).toEqual([]);
        expect(printedTwice).toEqual([]);
        expect(results).not.toContain(null);
        const uncertain = results.filter((end) => end?.state === 'uncertain').length;
        expect(uncertain).toBeLessThanOrEqual(2 * scenario.faults.length);
      }),
      { numRuns: RUNS },
    );
  },
  ENOUGH_MS,
);

/** 40 mm in 140 ms, plus 300 ms from standstill, over a network. */
const BRISK = { printMs: 140, drawMs: 20, startMs: 300, lagMs: 4 };

it('keeps the head moving where the counter counts whole labels, each proven before the one behind it', () => {
  const whole = { printer: { exclusive: true, wholeCounter: true }, labelMm: 40 };
  const few = print(BRISK, [], { ...whole, labels: 10 });
  const many = print(BRISK, [], { ...whole, labels: 210 });
  expect(new Set(listResultWords(many))).toEqual(new Set(['printed counter-moved']));
  expect((200 * 140) / (many.tookMs - few.tookMs)).toBeGreaterThan(0.95);
});

it('takes no label for printed that was dropped where the head keeps moving', () => {
  const whole = { printer: { exclusive: true, wholeCounter: true }, labelMm: 40, labels: 20 };
  for (let label = 3; label < 20; label += 1) {
    const { results, falselyReported } = print(BRISK, [{ kind: 'drop', label, afterMs: 0 }], whole);
    expect(falselyReported).toEqual([]);
    expect(results.filter((end) => end?.state === 'uncertain').length).toBeLessThanOrEqual(2);
    expect(results.filter((end) => end?.state === 'printed').length).toBeGreaterThanOrEqual(18);
  }
});
