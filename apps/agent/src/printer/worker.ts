import type { Evidence } from '@yunbiao/contract/evidence';
import type { Lease, Report, Unit } from '@yunbiao/contract/gateway';
import { getMessage } from '../errors.ts';
import type { Change, Ledger } from '../ledger/ledger.ts';
import { getKey, listUnits } from '../ledger/state.ts';
import { DOTS_OR_VECTORS } from '../document-format.ts';
import type { PageFormats } from '../document-format.ts';
import type { PrinterSettings } from '../settings.ts';
import { createSignal } from '../signal.ts';
import type { Desk } from './desk.ts';
import { getDriver } from './drivers.ts';
import { createIntent, endElsewhere, endUnbegun, mayHaveUnbegun } from './open-labels.ts';
import { createQueue, getReport } from './queue.ts';
import type { Job, Prepared } from './queue.ts';
import { CANCELLED } from './reasons.ts';
import { sameView } from './view.ts';
import type { PrinterView } from './view.ts';

export type Worker = {
  printer: PrinterSettings;
  offer: (leases: readonly Lease[]) => void;
  cancel: (units: readonly Unit[]) => void;
  setEnabled: (enabled: boolean) => void;
  /** Forgets labels that are in memory only: the server leases it again. */
  forget: () => void;
  /** Units in memory only; the ledger knows those that were started. */
  waiting: () => Unit[];
  view: () => PrinterView;
  /** What the printer can prove about a label, as far as known. */
  evidence: () => Evidence[];
  /** Starts nothing new, and waits up to `graceMs` for started labels to end. */
  stop: (graceMs: number) => Promise<void>;
};

export type WorkerEvents = {
  /** Draws the labels of a lease that are left of it. */
  prepare: (lease: Lease, labels: Job['labels'], formats: PageFormats) => Prepared;
  /** Final reports are on the disk. */
  onReports: () => void;
  /** Whether labels may be begun as far as the server goes. */
  mayBegin: () => boolean;
  /** Whether a label whose intent is written now may be begun before the server has stored its token. */
  mayBeginEarly: () => boolean;
  /** Resolves to whether a label whose intent is on the disk may be begun. */
  cover: (isEarly: boolean) => Promise<boolean>;
  /**
   * Resolves, once the server has said it, to the tokens of intents an earlier process wrote and nobody begins a label for:
   * neither that process nor a copy. Null: it was not heard before the end.
   */
  findUnbegun: () => Promise<ReadonlySet<string> | null>;
  onView: (view: PrinterView) => void;
  /** Labels left the queue. */
  onRoom: () => void;
  /** What the printer can prove has changed. */
  onEvidence: () => void;
  /** The ledger cannot be written: nothing may be printed any more. */
  onFatal: (error: unknown) => void;
  now: () => number;
  /** Epoch ms by the server's clock. */
  serverNow: () => number;
};

/** Runs one printer: takes leases in, lets its driver print them one by one. */
export const startWorker = (
  printer: PrinterSettings,
  ledger: Ledger,
  events: WorkerEvents,
  driver = getDriver(printer),
): Worker => {
  const signal = createSignal();
  let enabled = true;
  let stopping = false;
  let abandoned = false;
  let counts = printer.counts ?? false;
  let { answersEarly, echoes } = ledger.traits(printer.localId);
  /** Looks again at what waits for the server. */
  const recheck = new Set<() => void>();
  const raise = (): void => {
    for (const look of recheck) look();
    signal.raise();
  };
  let view: PrinterView = {
    state: 'stopped',
    stateReasons: ['connecting-to-device'],
    stateText: '正在连接',
    counter: null,
  };

  const evidence = (): Evidence[] => driver.getEvidence(printer, { answersEarly, echoes, counts });
  const commit = async (changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) return;
    await ledger.commit(changes);
    if (changes.some((change) => change.kind === 'final')) events.onReports();
  };
  const refuse = (report: Report): void =>
    void commit([{ kind: 'final', report }]).catch(events.onFatal);
  const { serverNow, onRoom } = events;
  let formats = DOTS_OR_VECTORS;
  const prepare = (lease: Lease, labels: Job['labels']): Prepared =>
    events.prepare(lease, labels, formats);
  const queue = createQueue({ prepare, refuse, serverNow, onRoom });
  /** Started labels the member wants cancelled: those that have not ended. */
  let unwanted = new Set<string>();
  const openUnits = (): Unit[] =>
    ledger
      .entries()
      .filter((entry) => entry.intent.localId === printer.localId && !entry.final)
      .flatMap(listUnits);
  const isUnwanted = (label: Unit): boolean => {
    const entry = ledger.entries().find(({ intent }) => getKey(intent) === getKey(label));
    return entry !== undefined && listUnits(entry).every((unit) => unwanted.has(getKey(unit)));
  };
  const mayBegin = (label: Unit): boolean => enabled && !stopping && !isUnwanted(label);
  const desk: Desk = {
    printer,
    queue,
    ledger,
    signal,
    now: events.now,
    mayStart: () => enabled && !stopping && events.mayBegin(),
    createIntent: (job, begun) =>
      createIntent(job, printer, {
        ...begun,
        at: new Date(events.now()).toISOString(),
        ...(events.mayBeginEarly() && { early: true }),
      }),
    mayBegin,
    cover: (label) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!mayBegin(label)) resolve(false);
        };
        recheck.add(look);
        look();
        const isStored = events.cover(label.isEarly).finally(() => recheck.delete(look));
        isStored.then((stored) => resolve(stored && mayBegin(label)), reject);
      }),
    isUnwanted,
    stopping: () => abandoned,
    commit,
    show: (next) => {
      // Another driver may have the printer by now, and has said how it is.
      if (abandoned || sameView(view, next)) return;
      view = next;
      events.onView(next);
    },
    draw: (wanted) => {
      if (wanted.usual === formats.usual && wanted.vector === formats.vector) return;
      formats = wanted;
      queue.forgetDrawn();
    },
    learned: ({ counts: counting = counts, ...traits }) => {
      if (Object.keys(traits).length > 0) ledger.learn(printer.localId, traits);
      const before = evidence().join();
      counts = counting;
      answersEarly = traits.answersEarly ?? answersEarly;
      echoes = traits.echoes ?? echoes;
      if (evidence().join() !== before) events.onEvidence();
    },
  };
  /** Prints until it is told to stop; first it gives back what an earlier process only meant to begin. */
  const run = async (): Promise<void> => {
    if (mayHaveUnbegun(ledger, printer.localId)) {
      const unbegun = await events.findUnbegun();
      if (!unbegun || abandoned) return;
      await commit(endUnbegun(ledger, printer.localId, { unbegun, now: events.now() }));
    }
    await commit(endElsewhere(ledger, printer, events.now()));
    await driver.run(desk);
  };
  const running = run().catch((error: unknown) =>
    events.onFatal(new Error(`${printer.name}：${getMessage(error)}`, { cause: error })),
  );

  return {
    printer,
    offer: (leases) => {
      // A label that was started is never started again, however often it is offered.
      const begun = new Set(ledger.entries().flatMap(listUnits).map(getKey));
      queue.push(leases, (label) => !begun.has(getKey(label)));
      signal.raise();
    },
    cancel: (units) => {
      for (const unit of queue.cancel(units))
        refuse(getReport(unit, 'cancelled', { reason: CANCELLED }, events.now()));
      const open = new Set(openUnits().map(getKey));
      const wanted = [...unwanted, ...units.map(getKey)];
      unwanted = new Set(wanted.filter((unit) => open.has(unit)));
      raise();
    },
    setEnabled: (value) => {
      enabled = value;
      raise();
    },
    forget: queue.clear,
    waiting: queue.units,
    view: () => view,
    evidence,
    stop: async (graceMs) => {
      stopping = true;
      raise();
      const open = (): boolean =>
        ledger.entries().some((entry) => entry.intent.localId === printer.localId && !entry.final);
      // Not Date.now(): that clock can be set.
      for (const until = performance.now() + graceMs; open() && performance.now() < until;)
        await new Promise((resolve) => setTimeout(resolve, 20));
      abandoned = true;
      queue.clear();
      signal.raise();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 1000))]);
    },
  };
};
