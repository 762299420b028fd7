import type { Drawn } from './drawn.ts';
import type { FaultName } from './hardware-faults.ts';
import type { Snapshot } from './history.ts';
import type { Reader } from './link.ts';
import type { Planned, PrinterOptions } from './options.ts';
import type { Dropped, Entry, Paper } from './truth.ts';
import type { Works } from './works.ts';

/**
 * When a fault strikes: now, or `mm` into a label after `labels` more labels (including the current
 * one) are out.
 */
export type When = { labels?: number; mm?: number };

/** What a test can do to a printer and observe about it. */
export type Controls<D extends Drawn> = {
  port: number;
  options: PrinterOptions<D>;
  /** All events in order, and two filtered views. */
  truth: () => readonly Entry[];
  paper: () => Paper[];
  dropped: () => Dropped[];
  /** Number of complete labels with this identity. */
  getWhole: (key: string) => number;
  onEntry: (listener: (entry: Entry) => void) => () => void;
  /** The last drawn labels: dots, text, fields. */
  labels: () => readonly { key: string; format: number; label: D }[];
  /** The true state, independent of its answers. */
  state: () => Snapshot & { printing: boolean; mm: number; on: boolean; count: number };
  /** Resolves when everything that can be printed without intervention is printed. */
  rest: () => Promise<void>;
  mediaOut: (when?: When) => void;
  ribbonOut: (when?: When) => void;
  headOpen: (when?: When) => void;
  /** New media and ribbon, head closed. */
  clear: () => void;
  /** Takes the label that the peeler presents. */
  takeLabel: () => void;
  pressPause: () => void;
  pressCancel: (what?: 'current' | 'all') => void;
  pressFeed: (labels?: number) => void;
  /** Resolves when the power is back; for a scheduled cut it resolves at once. */
  powerCut: (args?: { downMs?: number; orphanMs?: number | null } & When) => Promise<void>;
  /** The next `formats` formats are lost silently. */
  dropFormats: (formats?: number) => void;
  /** Ends the `nth` connection from now after it has delivered `bytes` bytes. */
  cutConnection: (args: {
    nth?: number;
    bytes: number;
    how?: 'reset' | 'fin';
    orphanMs?: number | null;
  }) => void;
  resetConnections: (args?: { orphanMs?: number | null } & When) => void;
  closeConnections: () => void;
  /** Labels of another host; they queue like any format. */
  otherJob: (args?: { labels?: number; mm?: number }) => void;
  close: () => Promise<void>;
};

const scheduleFault = <D extends Drawn, R extends Reader>(
  works: Works<D, R>,
  printer: Controls<D>,
  planned: Planned,
): void => {
  if (planned.fault === 'dropFormat') works.pipeline.doom(planned.format);
  else if (planned.fault === 'cutConnection') {
    const { connection, atByte, how } = planned;
    works.network.cutAt(connection, { after: atByte, how, orphanMs: null });
  } else
    works.mechanism.arm(planned.label, planned.mm, () => actOnPrinter(works, printer, planned));
};

type Struck = Exclude<Planned, { fault: 'dropFormat' } | { fault: 'cutConnection' }>;

const actOnPrinter = <D extends Drawn, R extends Reader>(
  works: Works<D, R>,
  printer: Controls<D>,
  planned: Struck,
): void => {
  const { clock } = works;
  if (planned.fault === 'powerCut') void works.powerCut(planned.downMs, planned.orphanMs);
  else if (planned.fault === 'cancel') printer.pressCancel(planned.what);
  else if (planned.fault === 'resetConnections')
    printer.resetConnections({ orphanMs: planned.orphanMs });
  else if (planned.fault === 'otherJob') printer.otherJob({ labels: planned.labels });
  else if (planned.fault === 'pause') {
    works.mechanism.pause(true);
    clock.after(planned.resumeAfterMs, () => works.mechanism.pause(false));
  } else {
    printer[planned.fault]();
    clock.after(planned.clearAfterMs, () => {
      printer.clear();
      works.mechanism.pause(false);
    });
  }
};

const waitUntilRested = <D extends Drawn, R extends Reader>(works: Works<D, R>): Promise<void> =>
  new Promise((resolve) => {
    const checkIfResting = (): void => {
      if (!works.resting) return;
      stop();
      resolve();
    };
    const stop = works.onChange(checkIfResting);
    checkIfResting();
  });

/** Starts to listen and returns the controls for the test. */
// oxlint-disable-next-line house/function-length -- one list of controls, each a few lines on a part
export const startWorks = async <D extends Drawn, R extends Reader>(
  works: Works<D, R>,
): Promise<Controls<D>> => {
  const { mechanism, pipeline, network, truth, clock } = works;
  await works.start();

  const strikeWhen = (when: When | undefined, strikes: () => void): void => {
    if (!when) return strikes();
    const label = mechanism.started + (mechanism.busy ? 0 : 1) + (when.labels ?? 0);
    mechanism.arm(label, when.mm ?? 0, strikes);
  };
  const createFault = (name: FaultName) => (when?: When) =>
    strikeWhen(when, () => mechanism.fault(name));

  const printer: Controls<D> = {
    port: network.port,
    options: works.options,
    truth: () => truth.entries,
    paper: () => truth.entries.filter((entry): entry is Paper => entry.kind === 'paper'),
    dropped: () => truth.entries.filter((entry): entry is Dropped => entry.kind === 'dropped'),
    getWhole: (key) =>
      truth.entries.filter((entry) => entry.kind === 'paper' && entry.whole && entry.key === key)
        .length,
    onEntry: (listener) => truth.onEntry(listener),
    labels: () => pipeline.labels,
    state: () => ({
      ...works.snapshot(),
      printing: mechanism.busy,
      mm: mechanism.position,
      on: works.isOn,
      count: works.counter.labels,
    }),
    rest: () => waitUntilRested(works),
    mediaOut: createFault('media'),
    ribbonOut: createFault('ribbon'),
    headOpen: createFault('head'),
    clear: () => works.clear(),
    takeLabel: () => {
      truth.event('the label is taken');
      mechanism.takeLabel();
    },
    pressPause: () => {
      truth.event('PAUSE');
      mechanism.pause(!mechanism.paused);
    },
    pressCancel: (what = 'current') => {
      truth.event(`CANCEL ${what}`);
      if (what === 'all') works.cancelAll('CANCEL key');
      else pipeline.cancelCurrent('CANCEL key');
    },
    pressFeed: (labels = 1) => mechanism.feed(labels),
    powerCut: async ({ downMs = 500, orphanMs = null, ...when } = {}) => {
      const planned = when.labels !== undefined || when.mm !== undefined;
      if (!planned) return works.powerCut(downMs, orphanMs);
      strikeWhen(when, () => void works.powerCut(downMs, orphanMs));
    },
    dropFormats: (formats = 1) => pipeline.doomNext(formats),
    cutConnection: ({ nth = 1, bytes, how = 'reset', orphanMs = null }) =>
      network.cutLater(nth, { after: bytes, how, orphanMs }),
    resetConnections: ({ orphanMs = null, ...when } = {}) => {
      const planned = when.labels !== undefined || when.mm !== undefined;
      strikeWhen(planned ? when : undefined, () => {
        for (const link of Array.from(network.links)) network.end(link, 'reset', orphanMs);
      });
    },
    closeConnections: () => {
      for (const link of Array.from(network.links)) network.end(link, 'fin', null);
    },
    otherJob: ({ labels = 1, mm = 20 } = {}) => {
      truth.event(`another host sends ${labels} labels`);
      pipeline.format(works.tongue.foreign(labels, mm), 0, true);
    },
    close: async () => {
      await network.close();
      clock.clear();
    },
  };
  for (const planned of works.options.schedule) scheduleFault(works, printer, planned);
  return printer;
};
