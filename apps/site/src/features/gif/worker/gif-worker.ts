// Opens files and puts their pictures together, off the page's thread; making a file is a worker of its own.
import type { FromStudio, Key, Lane, Refusal, Sampled, ToStudio } from './messages.ts';
import { Composer } from './composer.ts';
import { estimatedBytes, getSample } from './estimate.ts';
import { openSource } from './open-source.ts';
import { Refused } from './refused.ts';
import type { Source } from './source.ts';

/** Longest side of a decoded picture here, px: previews are no larger. */
const LONGEST = 1280;

const say = (message: FromStudio, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

const sources = new Map<number, Source>();
const latest = new Map<Lane, number>();

const explainWhy = (error: unknown): Refusal =>
  error instanceof Refused ? error.why : { code: 'broken' };

const open = async (source: number, file: File): Promise<void> => {
  try {
    const opened = await openSource(file, LONGEST);
    sources.set(source, opened);
    say({ kind: 'opened', source, facts: opened.facts });
  } catch (error) {
    say({ kind: 'refused', source, why: explainWhy(error) });
  }
};

const close = (source: number): void => {
  sources.get(source)?.close();
  sources.delete(source);
};

type Job = Extract<ToStudio, { kind: 'compose' }>;

const isCurrent = ({ lane, job }: Job): boolean => latest.get(lane) === job;

const bySource = (keys: readonly Key[]): Map<number, number[]> => {
  const map = new Map<number, number[]>();
  for (const { source, at } of keys) map.set(source, [...(map.get(source) ?? []), at]);
  return map;
};

const composeSource = async (
  task: Job,
  composer: Composer,
  source: number,
  ats: readonly number[],
): Promise<void> => {
  const { lane, job } = task;
  const left = new Set(ats);
  try {
    const rising = [...left].toSorted((a, b) => a - b);
    for await (const seen of sources.get(source)?.pictures(rising) ?? []) {
      if (!isCurrent(task)) return;
      composer.draw(seen);
      const picture = composer.bitmap();
      left.delete(seen.at);
      say({ kind: 'composed', lane, job, key: { source, at: seen.at }, picture }, [picture]);
    }
  } catch {
    // What is left was not to be had: it is said of each below.
  }
  if (isCurrent(task))
    for (const at of left) say({ kind: 'missed', lane, job, key: { source, at } });
};

const compose = async (task: Job): Promise<void> => {
  const how = { scale: task.scale, isRead: false };
  // Without a mark that is gone by now there is still a picture; making the file says what is missing.
  const composer = await Composer.of(task.layout, how).catch(
    () => new Composer(task.layout, how, null),
  );
  for (const [source, ats] of bySource(task.keys)) {
    if (!isCurrent(task)) return;
    await composeSource(task, composer, source, ats);
  }
  if (isCurrent(task)) say({ kind: 'settled', lane: task.lane, job: task.job });
};

let estimating = { job: 0, stop: new AbortController() };

/** What is sampled is composed in turn with the rest; it is encoded between other work, which it must not hold up. */
const getEstimate = async (job: number, sampled: Sampled): Promise<void> => {
  const { signal } = estimating.stop;
  if (estimating.job !== job) return;
  const sample = await getSample(sampled, sources).catch(() => null);
  if (!sample || signal.aborted) return;
  estimatedBytes(sample, sampled, signal).then(
    (bytes) => say({ kind: 'estimated', job, bytes }),
    // A later one has taken its place, or nothing can be said.
    () => undefined,
  );
};

/** One after the other: a decoded picture that is kept may be closed for the next one, but never while it is drawn. */
let queue = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToStudio>) => {
  if (data.kind === 'compose') latest.set(data.lane, data.job);
  if (data.kind === 'estimate') {
    estimating.stop.abort();
    estimating = { job: data.job, stop: new AbortController() };
  }
  queue = queue.then(() => {
    if (data.kind === 'estimate') return getEstimate(data.job, data.sampled);
    if (data.kind === 'open') return open(data.source, data.file);
    if (data.kind === 'close') return close(data.source);
    return isCurrent(data) ? compose(data) : undefined;
  });
};
