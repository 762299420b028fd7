// Worker that opens files and composes pictures. Output files are made by a separate worker.
import type { FromStudio, Key, Lane, Refusal, EstimateInput, ToStudio } from './messages.ts';
import { Composer } from './composer.ts';
import { estimateBytes, composeSampleFrames } from './estimate.ts';
import { openMediaSource } from './open-source.ts';
import { FileRefused } from './file-refused.ts';
import type { Source } from './source.ts';

/** Longest side of a decoded picture, px. Previews are never larger. */
const LONGEST = 1280;

const postToPage = (message: FromStudio, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

const sources = new Map<number, Source>();
const latest = new Map<Lane, number>();

const toFileRefusal = (error: unknown): Refusal =>
  error instanceof FileRefused ? error.why : { code: 'broken' };

const openFile = async (source: number, file: File): Promise<void> => {
  try {
    const mediaSource = await openMediaSource(file, LONGEST);
    sources.set(source, mediaSource);
    postToPage({ kind: 'opened', source, facts: mediaSource.facts });
  } catch (error) {
    postToPage({ kind: 'refused', source, why: toFileRefusal(error) });
  }
};

const closeSource = (source: number): void => {
  sources.get(source)?.close();
  sources.delete(source);
};

type Job = Extract<ToStudio, { kind: 'compose' }>;

const isLatestJob = ({ lane, job }: Job): boolean => latest.get(lane) === job;

const groupFrameIndexesBySource = (keys: readonly Key[]): Map<number, number[]> => {
  const map = new Map<number, number[]>();
  for (const { source, at } of keys) map.set(source, [...(map.get(source) ?? []), at]);
  return map;
};

const composeSourceFrames = async (
  task: Job,
  composer: Composer,
  source: number,
  ats: readonly number[],
): Promise<void> => {
  const { lane, job } = task;
  const remaining = new Set(ats);
  try {
    const rising = [...remaining].toSorted((a, b) => a - b);
    for await (const decoded of sources.get(source)?.readPictures(rising) ?? []) {
      if (!isLatestJob(task)) return;
      composer.draw(decoded);
      const picture = composer.transferBitmap();
      remaining.delete(decoded.at);
      postToPage({ kind: 'composed', lane, job, key: { source, at: decoded.at }, picture }, [
        picture,
      ]);
    }
  } catch {
    // The remaining pictures could not be read; each is reported below.
  }
  if (isLatestJob(task))
    for (const at of remaining) postToPage({ kind: 'missed', lane, job, key: { source, at } });
};

const composeJobFrames = async (task: Job): Promise<void> => {
  const how = { scale: task.scale, isReadBack: false };
  // If the mark cannot be read, the preview is composed without it. Making the file reports the
  // error.
  const composer = await Composer.create(task.layout, how).catch(
    () => new Composer(task.layout, how, null),
  );
  for (const [source, ats] of groupFrameIndexesBySource(task.keys)) {
    if (!isLatestJob(task)) return;
    await composeSourceFrames(task, composer, source, ats);
  }
  if (isLatestJob(task)) postToPage({ kind: 'settled', lane: task.lane, job: task.job });
};

let estimating = { job: 0, stop: new AbortController() };

/**
 * Composing the sample is part of the queue. Encoding it runs in between, so that it does not block
 * other work.
 */
const estimateAndPostFileSize = async (job: number, sampled: EstimateInput): Promise<void> => {
  const { signal } = estimating.stop;
  if (estimating.job !== job) return;
  const sample = await composeSampleFrames(sampled, sources).catch(() => null);
  if (!sample || signal.aborted) return;
  estimateBytes(sample, sampled, signal).then(
    (bytes) => postToPage({ kind: 'estimated', job, bytes }),
    // A later request replaced this one, or no estimate is possible.
    () => undefined,
  );
};

/**
 * Runs one task at a time: a cached picture may be closed to make room for another, but never while
 * it is drawn.
 */
let queue = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToStudio>) => {
  if (data.kind === 'compose') latest.set(data.lane, data.job);
  if (data.kind === 'estimate') {
    estimating.stop.abort();
    estimating = { job: data.job, stop: new AbortController() };
  }
  queue = queue.then(() => {
    if (data.kind === 'estimate') return estimateAndPostFileSize(data.job, data.sampled);
    if (data.kind === 'open') return openFile(data.source, data.file);
    if (data.kind === 'close') return closeSource(data.source);
    return isLatestJob(data) ? composeJobFrames(data) : undefined;
  });
};
