import {
  answerStatusOrCounterQuery,
  createDevice,
  recordStatusHistory,
  resetCounterOnPowerLoss,
} from './device.ts';
import type { Device, Item, Reply } from './device.ts';
import {
  advanceDevice,
  clearDeviceJobs,
  feedCalibrationLabels,
  finishJobOnDevice,
} from './device-work.ts';
import type { ModelParameters } from './parameters.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A simulated printer in virtual time. It knows which labels were really printed. */
export type ModelPrinter = {
  /** Receives data of a connection. `reply` is called with the printer's answers. */
  receive: (items: readonly Item[], reply: Reply) => void;
  stop: (forMs: number, head: boolean) => void;
  cancel: () => void;
  /** Clears all its memory. */
  powerOff: () => void;
  powerOn: () => void;
  dropNext: () => void;
  /** Ids of completely printed labels. */
  listCompleteIds: () => readonly number[];
};

const receiveItems = (device: Device, items: readonly Item[], reply: Reply): void => {
  for (const item of items) {
    const isQuestion = item.kind === 'status' || item.kind === 'counter';
    if (isQuestion && device.settings.order === 'at once')
      answerStatusOrCounterQuery(device, item, reply);
    else device.stream.push({ item, reply });
    advanceDevice(device);
  }
};

const resumePrinting = (device: Device): void => {
  if (device.stopped === 'head') feedCalibrationLabels(device);
  device.stopped = null;
  device.cancelStopEnd = null;
  for (const sendEcho of device.owedEchoes.splice(0)) sendEcho();
  advanceDevice(device);
};

/** Stops for a time and ruins the label that is printing. */
const stopPrinting = (device: Device, forMs: number, head: boolean): void => {
  device.cancelStopEnd?.();
  device.stopped = head ? 'head' : 'paper';
  const [job] = device.jobs;
  if (job?.stage === 'printing') {
    device.cancelPrinting?.();
    finishJobOnDevice(device, job, true);
  }
  recordStatusHistory(device);
  device.cancelStopEnd = device.time.schedule(forMs, () => resumePrinting(device));
};

const cancelFirstJob = (device: Device): void => {
  const { jobs, settings } = device;
  const [job] = jobs;
  if (!job) return;
  device.cancelPrinting?.();
  const hasStarted = job.stage === 'printing';
  finishJobOnDevice(device, job, true);
  // A label that never started does not count.
  if (!hasStarted && settings.countsRuined && settings.countsAt === 'end')
    device.pendingCounts.pop()?.();
};

const cutPower = (device: Device): void => {
  device.powerCycles += 1;
  device.cancelStopEnd?.();
  clearDeviceJobs(device);
  device.stream = [];
  device.owedEchoes = [];
  device.stopped = null;
  resetCounterOnPowerLoss(device);
  recordStatusHistory(device);
};

export const createModelPrinter = (time: VirtualTime, settings: ModelParameters): ModelPrinter => {
  const device = createDevice(time, settings);
  return {
    receive: (items, reply) => receiveItems(device, items, reply),
    stop: (forMs, head) => stopPrinting(device, forMs, head),
    cancel: () => cancelFirstJob(device),
    powerOff: () => cutPower(device),
    powerOn: () => {
      feedCalibrationLabels(device);
      advanceDevice(device);
    },
    dropNext: () => {
      device.dropsNext = true;
    },
    listCompleteIds: () => device.completeIds,
  };
};
