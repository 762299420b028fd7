import type { EchoPlace } from '../echo.ts';
import type { PrinterStatus } from '../status.ts';
import type { ModelParameters } from './parameters.ts';
import type { VirtualTime } from './virtual-time.ts';

export type Item =
  | { kind: 'label'; id: number }
  | { kind: 'status' }
  | { kind: 'counter' }
  | { kind: 'echo'; place: EchoPlace };

export type Answer = { status: PrinterStatus } | { counter: number | null } | { echo: EchoPlace };

export type Reply = (answer: Answer) => void;

export type Job = {
  /** Null for a label fed for calibration. */
  id: number | null;
  stage: 'waiting' | 'drawing' | 'drawn' | 'printing';
  /** Returns the echo after the job. */
  echo: (() => void) | null;
};

/** Everything inside the simulated printer that changes. */
export type Device = {
  readonly time: VirtualTime;
  readonly settings: ModelParameters;
  readonly jobs: Job[];
  readonly completeIds: number[];
  readonly history: { at: number; status: PrinterStatus }[];
  /** Received and not read yet. */
  stream: { item: Item; reply: Reply }[];
  counter: number;
  /** Cancel the counts that are due later. */
  pendingCounts: (() => void)[];
  stopped: 'paper' | 'head' | null;
  cancelStopEnd: (() => void) | null;
  cancelPrinting: (() => void) | null;
  cancelDrawing: (() => void) | null;
  dropsNext: boolean;
  answerCount: number;
  previousStatus: PrinterStatus;
  powerCycles: number;
  stoppedMovingAt: number;
  /** Echoes of labels ruined by a stop. The printer returns none while stopped. */
  owedEchoes: (() => void)[];
};

/** Idle without faults. */
export const READY: PrinterStatus = {
  paperOut: false,
  paused: false,
  headOpen: false,
  ribbonOut: false,
  overTemperature: false,
  underTemperature: false,
  corruptRam: false,
  mediaJam: false,
  otherError: false,
  bufferFull: false,
  partialFormat: false,
  formats: 0,
  remaining: 0,
  labelWaiting: false,
  feeding: false,
};

export const createDevice = (time: VirtualTime, settings: ModelParameters): Device => ({
  time,
  settings,
  jobs: [],
  completeIds: [],
  history: [{ at: -Infinity, status: READY }],
  stream: [],
  counter: settings.counterStart,
  pendingCounts: [],
  stopped: null,
  cancelStopEnd: null,
  cancelPrinting: null,
  cancelDrawing: null,
  dropsNext: false,
  answerCount: 0,
  previousStatus: READY,
  powerCycles: 0,
  stoppedMovingAt: -Infinity,
  owedEchoes: [],
});

const isJobShownInStatus = ({ settings }: Device, job: Job): boolean =>
  job.stage === 'printing'
    ? settings.printingShows
    : job.stage === 'waiting' || settings.drawingShows;

const buildDeviceStatus = (device: Device): PrinterStatus => {
  const shownJobs = device.jobs.filter((job) => isJobShownInStatus(device, job));
  return {
    ...READY,
    paperOut: device.stopped === 'paper',
    headOpen: device.stopped === 'head',
    formats: shownJobs.filter((job) => job.stage !== 'printing').length,
    remaining: shownJobs.some((job) => job.stage === 'printing') ? 1 : 0,
  };
};

export const recordStatusHistory = (device: Device): void => {
  const { history, time } = device;
  history.push({ at: time.now(), status: buildDeviceStatus(device) });
  while (history.length > 200) history.shift();
};

/** Counts a label after the delay of the counter, unless the power fails before. */
export const scheduleLabelCount = (device: Device): void => {
  const powerCycle = device.powerCycles;
  const cancelCount = device.time.schedule(device.settings.counterLateMs, () => {
    device.pendingCounts = device.pendingCounts.filter((cancel) => cancel !== cancelCount);
    if (powerCycle === device.powerCycles) device.counter += 1;
  });
  device.pendingCounts.push(cancelCount);
};

/** Sets the counter to what it keeps when the power fails. */
export const resetCounterOnPowerLoss = (device: Device): void => {
  const { persistence, counterStart } = device.settings;
  if (persistence === 'exact') device.counter += device.pendingCounts.length;
  for (const cancel of device.pendingCounts) cancel();
  device.pendingCounts = [];
  if (persistence === 'behind') device.counter = Math.max(counterStart, device.counter - 1);
  if (persistence === 'reset') device.counter = counterStart;
};

const answerStatusQuery = (device: Device, reply: Reply): void => {
  const { settings } = device;
  if (device.stopped && settings.whileStopped === 'silent') return;
  device.answerCount += 1;
  const { previousStatus } = device;
  const visibleAt = device.time.now() - settings.staleMs;
  const visibleStatus = device.history.findLast(({ at }) => at <= visibleAt)?.status ?? READY;
  const isRepeated = settings.repeatEvery > 0 && device.answerCount % settings.repeatEvery === 0;
  reply({ status: isRepeated && settings.repeats === 'instead' ? previousStatus : visibleStatus });
  if (isRepeated && settings.repeats === 'besides') reply({ status: previousStatus });
  device.previousStatus = visibleStatus;
};

export const answerStatusOrCounterQuery = (device: Device, item: Item, reply: Reply): void => {
  if (item.kind === 'status') answerStatusQuery(device, reply);
  else if (item.kind === 'counter' && device.settings.counter === 'counts')
    reply({ counter: device.counter });
};
