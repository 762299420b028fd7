import fc from 'fast-check';
import type { Scenario } from './simulation.ts';
import type { Fault, ModelParameters } from './parameters.ts';

/** A printer that reports everything, immediately and correctly. */
export const IDEAL_PRINTER: ModelParameters = {
  counter: 'counts',
  countsAt: 'end',
  countsRuined: false,
  feeds: 0,
  counterLateMs: 0,
  persistence: 'exact',
  counterStart: 1000,
  order: 'at once',
  lagMs: 0,
  staleMs: 0,
  hiccupEvery: 0,
  hiccupMs: 1200,
  loss: 0,
  lateness: 0,
  overtaking: false,
  truncation: 0,
  seed: 1,
  stallEvery: 0,
  repeatEvery: 0,
  repeats: 'besides',
  echo: 'none',
  echoesRuined: true,
  whileStopped: 'flags',
  startsAfterMs: 0,
  deafMs: 0,
  drawingShows: true,
  printingShows: true,
  drawMs: 20,
  printMs: 300,
  startMs: 0,
};

const generateMostlyUsual = <T>(usual: T, ...unusual: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...unusual));
const generateIntegerUpTo = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max }));

/**
 * Generates behaviours: paper moves at 60–300 mm/s, and reports vary in all ways docs/printing.md
 * allows.
 */
const generateParameters = (
  labelMm: number,
  wholeCounter: boolean,
): fc.Arbitrary<ModelParameters> =>
  fc.record({
    counter: fc.constantFrom('counts' as const, 'none' as const),
    countsAt: wholeCounter
      ? fc.constant('end' as const)
      : generateMostlyUsual<ModelParameters['countsAt']>('end', 'begin'),
    countsRuined: wholeCounter ? fc.constant(false) : fc.boolean(),
    feeds: wholeCounter ? fc.constant(0) : generateMostlyUsual(0, 1, 2),
    counterLateMs: generateIntegerUpTo(5500),
    persistence: fc.constantFrom('exact' as const, 'behind' as const, 'reset' as const),
    counterStart: fc.constantFrom(0, 1, 1000),
    order: fc.constantFrom('at once' as const, 'after drawing' as const, 'after printing' as const),
    lagMs: generateIntegerUpTo(400),
    staleMs: generateIntegerUpTo(1100),
    hiccupEvery: fc.constant(0),
    hiccupMs: fc.constant(1200),
    loss: fc.constant(0),
    lateness: fc.constant(0),
    overtaking: fc.constant(false),
    truncation: fc.constant(0),
    seed: fc.constant(1),
    stallEvery: fc.constant(0),
    repeatEvery: generateMostlyUsual(0, 3, 5, 9),
    repeats: fc.constantFrom('instead' as const, 'besides' as const),
    echo: fc.constant('none' as const),
    echoesRuined: fc.boolean(),
    whileStopped: fc.constantFrom('flags' as const, 'silent' as const),
    startsAfterMs: generateIntegerUpTo(60),
    deafMs: fc.constant(0),
    drawingShows: fc.boolean(),
    printingShows: fc.boolean(),
    drawMs: fc.integer({ min: 0, max: 500 }),
    printMs: fc.integer({ min: 60, max: 300 }).map((mmPerS) => (labelMm / mmPerS) * 1000),
    startMs: generateMostlyUsual(0, 100, 300),
  });

const MAX_LABELS = 6;
const buildFaultFields = (labels: number) => ({
  label: fc.integer({ min: 0, max: labels - 1 }),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3000 })),
});
const orphan = { delivers: fc.boolean(), reachesAfterMs: fc.integer({ min: 1, max: 300 }) };

const generateFault = (settings: ModelParameters, labels: number): fc.Arbitrary<Fault> =>
  fc.oneof(
    fc.record({
      ...buildFaultFields(labels),
      kind: fc.constant('stop' as const),
      // Where answers wait behind labels, a stop is visible only if it is longer than labels may
      // take.
      forMs: fc.integer({ min: settings.order === 'at once' ? 700 : 6500, max: 12_000 }),
      head: fc.boolean(),
    }),
    // Impossible to detect without a counter, or with one that counts labels ruined by CANCEL.
    ...(settings.counter === 'counts' && settings.countsAt === 'end' && !settings.countsRuined
      ? [fc.record({ ...buildFaultFields(labels), kind: fc.constant('cancel' as const) })]
      : []),
    fc.record({
      ...buildFaultFields(labels),
      kind: fc.constant('power' as const),
      forMs: fc.integer({ min: 100, max: 5000 }),
    }),
    fc.record({ ...buildFaultFields(labels), ...orphan, kind: fc.constant('cut' as const) }),
    fc.record({
      ...buildFaultFields(labels),
      ...orphan,
      kind: fc.constant('agent' as const),
      forMs: fc.integer({ min: 50, max: 3000 }),
    }),
    fc.record({ ...buildFaultFields(labels), kind: fc.constant('drop' as const) }),
  );

export const arbitraryScenario: fc.Arbitrary<Scenario> = fc
  .record({
    labelMm: fc.integer({ min: 15, max: 100 }),
    exclusive: fc.boolean(),
    wholeCounter: fc.boolean(),
    labels: fc.integer({ min: 1, max: MAX_LABELS }),
  })
  .chain(({ labelMm, exclusive, wholeCounter, labels }) =>
    generateParameters(labelMm, wholeCounter).chain((settings) =>
      fc.array(generateFault(settings, MAX_LABELS), { maxLength: 4 }).map((faults) => ({
        settings,
        printer: { exclusive, wholeCounter },
        labels,
        labelMm,
        faults,
      })),
    ),
  );

/**
 * A run of labels with a counter of complete labels. It prints continuously if answers come soon
 * enough.
 */
export const arbitraryRun: fc.Arbitrary<Scenario> = fc
  .record({
    labelMm: fc.integer({ min: 20, max: 100 }),
    labels: fc.integer({ min: 6, max: 20 }),
    quick: fc.boolean(),
  })
  .chain(({ labelMm, labels, quick }) =>
    generateParameters(labelMm, true).chain((parameters) => {
      const fastParameters = {
        lagMs: 2,
        staleMs: 0,
        counterLateMs: parameters.counterLateMs % 30,
        repeatEvery: 0,
      };
      const settings: ModelParameters = {
        ...parameters,
        counter: 'counts',
        ...(quick ? fastParameters : {}),
      };
      return fc.array(generateFault(settings, labels), { maxLength: 4 }).map((faults) => ({
        settings,
        printer: { exclusive: true, wholeCounter: true },
        labels,
        labelMm,
        faults,
      }));
    }),
  );
