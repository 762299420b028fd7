import { describe, expect, it } from 'vitest';
import {
  chooseRealPrinterAction,
  describeFirstSteps,
  computeOnboarding,
  hasOnlySampleClients,
} from './onboarding-steps.ts';
import type { Overview } from './overview-data.ts';

type Client = Overview['clients']['list'][number];

const createClient = (part: { remark?: string; virtual?: boolean; printers?: readonly string[] }) =>
  ({
    remark: '',
    virtual: false,
    ...part,
    printers: (part.printers ?? []).map((id) => ({ id })),
  }) as Client;

const createOverview = (part: {
  clients?: readonly Client[];
  /** Printers of the batches, of one printed label each. */
  batches?: readonly string[];
  counts?: { queued: number; printed: number; sent: number };
  total?: number;
  virtualOffered?: boolean;
}) =>
  ({
    stat: { virtualOffered: part.virtualOffered ?? true },
    clients: { list: part.clients ?? [] },
    batches: {
      list: (part.batches ?? []).map((printerId) => ({
        printerId,
        counts: part.counts ?? { queued: 0, printed: 1, sent: 0 },
      })),
      total: part.total ?? part.batches?.length ?? 0,
    },
  }) as unknown as Overview;

const NOTHING = { isDemo: false, progress: { isPicked: false, isFilled: false } };
const VIRTUAL = createClient({ virtual: true, printers: ['1'] });

const listDone = (...[data, whose = NOTHING]: [Overview, typeof NOTHING?]) =>
  computeOnboarding(data, whose).steps.flatMap(({ key, isDone }) => (isDone ? key : []));

describe('first steps', () => {
  it('lead from choosing a label to a real printer', () => {
    const { steps, hasPrinted } = computeOnboarding(createOverview({}), NOTHING);
    expect(steps.map(({ key }) => key)).toEqual(['pick', 'fill', 'virtual', 'real']);
    expect([listDone(createOverview({})), hasPrinted]).toEqual([[], false]);
  });
  it('know what is chosen and filled on the print page of this tab', () => {
    const listDoneSteps = (isFilled: boolean) =>
      listDone(createOverview({}), { isDemo: false, progress: { isPicked: true, isFilled } });
    expect([listDoneSteps(false), listDoneSteps(true)]).toEqual([['pick'], ['pick', 'fill']]);
  });
  it('leave the real printer after a label on the virtual one', () =>
    expect(listDone(createOverview({ clients: [VIRTUAL], batches: ['1'] }))).toEqual([
      'pick',
      'fill',
      'virtual',
    ]));
  it('wait for the first label of a batch', () => {
    const queued = { queued: 3, printed: 0, sent: 0 };
    const listDoneAfter = (counts: typeof queued, total?: number) =>
      listDone(
        createOverview({ clients: [VIRTUAL], batches: ['1'], counts, ...(total && { total }) }),
      );
    expect(listDoneAfter(queued)).toEqual(['pick', 'fill']);
    expect(listDoneAfter({ ...queued, sent: 1 })).toEqual(['pick', 'fill', 'virtual']);
    expect(listDoneAfter(queued, 2)).toEqual(['pick', 'fill', 'virtual']);
  });
  it('go on to the printers of a client that is paired and has none', () => {
    const paired = createClient({});
    const { realClient, virtualClient } = computeOnboarding(
      createOverview({ clients: [VIRTUAL, paired] }),
      NOTHING,
    );
    expect([realClient, virtualClient]).toEqual([paired, VIRTUAL]);
    expect(listDone(createOverview({ clients: [createClient({ printers: ['7'] })] }))).toEqual([
      'real',
    ]);
  });
  it('take a label of another printer for none of the virtual one', () => {
    const removed = createOverview({ clients: [VIRTUAL], batches: ['7'] });
    expect(listDone(removed)).toEqual(['pick', 'fill']);
    expect(computeOnboarding(removed, NOTHING).hasPrinted).toBe(true);
    const offered = computeOnboarding(
      createOverview({ virtualOffered: false, clients: [VIRTUAL], batches: ['7'] }),
      NOTHING,
    );
    expect(offered.steps.map(({ key }) => key)).toEqual(['pick', 'fill', 'real']);
  });
  it('are gone when a label was printed and a printer is there', () =>
    expect(
      computeOnboarding(
        createOverview({ clients: [createClient({ printers: ['7'] })], batches: ['7'] }),
        NOTHING,
      ).steps,
    ).toEqual([]));
  it('leave the virtual printer out where the site offers none', () =>
    expect(
      computeOnboarding(createOverview({ virtualOffered: false }), NOTHING).steps.map(
        ({ key }) => key,
      ),
    ).toEqual(['pick', 'fill', 'real']));
  it('show a former virtual printer only where a label came out of it', () => {
    const list = (batches: readonly string[]) =>
      computeOnboarding(
        createOverview({ virtualOffered: false, clients: [VIRTUAL], batches }),
        NOTHING,
      ).steps.map(({ key }) => key);
    expect(list([])).toEqual(['pick', 'fill', 'real']);
    expect(list(['1'])).toEqual(['pick', 'fill', 'virtual', 'real']);
  });
  it('are counted as far as they are left', () => {
    const describe = (part: Parameters<typeof createOverview>[0], progress = NOTHING.progress) =>
      describeFirstSteps(
        computeOnboarding(createOverview(part), { isDemo: false, progress }).steps,
      );
    expect(describe({})).toBe('三步打印出第一张，没有打印机也行。');
    const picked = { isPicked: true, isFilled: false };
    expect(describe({}, picked)).toBe('还差两步打印出第一张，没有打印机也行。');
    const queued = { batches: ['1'], counts: { queued: 3, printed: 0, sent: 0 } };
    expect(describe({ clients: [VIRTUAL], ...queued })).toBe(
      '还差一步打印出第一张，没有打印机也行。',
    );
    expect(describe({ virtualOffered: false }, picked)).toBe('还差两步打印出第一张。');
  });
  it('connect a printer by one thing', () => {
    const files = [{ platform: 'any' }, { platform: 'windows' }] as const;
    expect(chooseRealPrinterAction(undefined, files)).toBe('download');
    expect(chooseRealPrinterAction(undefined, files.slice(0, 1))).toBe('pair');
    expect(chooseRealPrinterAction(undefined, [])).toBe('pair');
    expect(chooseRealPrinterAction(createClient({}), files)).toBe('printers');
  });
  it('do not count the sample history of a demo', () => {
    const sample = createClient({ remark: '示例 柜台', printers: ['1', '2'] });
    const demo = { ...NOTHING, isDemo: true };
    const before = createOverview({ clients: [sample], batches: ['1', '2'] });
    expect(listDone(before, demo)).toEqual([]);
    expect(computeOnboarding(before, NOTHING).steps).toEqual([]);
    const mixed = createOverview({
      clients: [sample, createClient({ virtual: true, printers: ['3'] })],
      batches: ['3', '1'],
    });
    expect(listDone(mixed, demo)).toEqual(['pick', 'fill', 'virtual']);
    expect([
      hasOnlySampleClients([sample], true),
      hasOnlySampleClients([sample], false),
      hasOnlySampleClients([sample, VIRTUAL], true),
    ]).toEqual([true, false, false]);
  });
});
