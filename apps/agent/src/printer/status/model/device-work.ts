import type { EchoPlace } from '../echo.ts';
import { answerStatusOrCounterQuery, recordStatusHistory, scheduleLabelCount } from './device.ts';
import type { Device, Job, Reply } from './device.ts';

/** Duration of a calibration feed. */
const FEED_MS = 500;

/** Whether the printer continues reading while it has labels to draw or print. */
const canReadDuringJobs = ({ settings, jobs }: Device): boolean => {
  if (settings.order === 'after printing') return jobs.length === 0;
  if (settings.order === 'after drawing')
    return !jobs.some((job) => job.stage === 'waiting' || job.stage === 'drawing');
  return true;
};

/** Returns the echo once everything received before it is done. Reading continues. */
const returnEchoAfterLastJob = (
  { jobs, settings }: Device,
  place: EchoPlace,
  reply: Reply,
): void => {
  const sendEcho = (): void => reply({ echo: place });
  const job = jobs.at(-1);
  const isDrawn = job?.stage === 'drawn' || job?.stage === 'printing';
  if (!job || (isDrawn && settings.echo === 'after drawing')) sendEcho();
  else job.echo = sendEcho;
};

const readReceivedItems = (device: Device): void => {
  const { jobs } = device;
  for (let next = device.stream[0]; next; next = device.stream[0]) {
    const { item, reply } = next;
    if (item.kind === 'echo') {
      if (device.stopped) return;
      device.stream.shift();
      returnEchoAfterLastJob(device, item.place, reply);
      continue;
    }
    if (!canReadDuringJobs(device) && item.kind !== 'label') return;
    // The printer reads a second label while printing the first one, but never past a query.
    if (item.kind === 'label' && jobs.length >= 2) return;
    device.stream.shift();
    if (item.kind !== 'label') answerStatusOrCounterQuery(device, item, reply);
    else if (device.dropsNext) device.dropsNext = false;
    else jobs.push({ id: item.id, stage: 'waiting', echo: null });
  }
};

const startDrawingNextJob = (device: Device): void => {
  const { jobs, settings } = device;
  const job = jobs.find(({ stage }) => stage === 'waiting');
  if (device.stopped || device.cancelDrawing || !job) return;
  job.stage = 'drawing';
  device.cancelDrawing = device.time.schedule(settings.drawMs, () => {
    device.cancelDrawing = null;
    if (jobs.includes(job)) job.stage = 'drawn';
    if (settings.echo === 'after drawing') {
      job.echo?.();
      job.echo = null;
    }
    advanceDevice(device);
  });
};

const startPrintingNextJob = (device: Device): void => {
  const { settings, time } = device;
  const job = device.jobs[0];
  if (device.stopped || device.cancelPrinting || job?.stage !== 'drawn') return;
  job.stage = 'printing';
  if (settings.countsAt === 'begin') scheduleLabelCount(device);
  const moveMs = job.id === null ? Math.min(FEED_MS, settings.printMs) : settings.printMs;
  const startMs = time.now() > device.stoppedMovingAt ? settings.startMs : 0;
  device.cancelPrinting = time.schedule(moveMs + startMs, () =>
    finishJobOnDevice(device, job, false),
  );
};

/** Does everything the printer can do now. */
export const advanceDevice = (device: Device): void => {
  readReceivedItems(device);
  startDrawingNextJob(device);
  startPrintingNextJob(device);
  recordStatusHistory(device);
  const next = device.stream[0];
  if (canReadDuringJobs(device) && next && next.item.kind !== 'label') readReceivedItems(device);
};

export const finishJobOnDevice = (device: Device, job: Job, isRuined: boolean): void => {
  const { jobs, settings } = device;
  jobs.splice(jobs.indexOf(job), 1);
  device.cancelPrinting = null;
  device.stoppedMovingAt = device.time.now();
  if (!isRuined && job.id !== null) device.completeIds.push(job.id);
  if (!isRuined || (settings.echoesRuined && !device.stopped)) job.echo?.();
  else if (settings.echoesRuined && job.echo) device.owedEchoes.push(job.echo);
  if (settings.countsAt === 'end' && (!isRuined || settings.countsRuined))
    scheduleLabelCount(device);
  advanceDevice(device);
};

/** Adds the labels that the printer feeds for calibration. */
export const feedCalibrationLabels = ({ jobs, settings }: Device): void => {
  for (let n = 0; n < settings.feeds; n += 1)
    jobs.unshift({ id: null, stage: 'drawn', echo: null });
};

export const clearDeviceJobs = (device: Device): void => {
  device.cancelPrinting?.();
  device.cancelDrawing?.();
  device.cancelPrinting = null;
  device.cancelDrawing = null;
  device.jobs.length = 0;
};
