// Worker side of off-page.ts.
import type { LabelData } from '@yunbiao/label';
import { setPictureLookup } from './engine.ts';
import type { FromWorker, ToWorker, JobControl } from './label-worker.ts';

type Answer = Extract<ToWorker<never>, { kind: 'found' }>;

/** Asks the page for pictures of the member's library. */
const createPageLookup = () => {
  const waiting = new Map<number, PromiseWithResolvers<ReadonlyMap<string, string>>>();
  let question = 0;
  return {
    lookup: (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      question += 1;
      const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
      waiting.set(question, answer);
      self.postMessage({ kind: 'find', question, names } satisfies FromWorker<never>);
      return answer.promise;
    },
    takeAnswer: ({ question: answered, addresses }: Answer): void => {
      const answer = waiting.get(answered);
      waiting.delete(answered);
      if (addresses) answer?.resolve(addresses);
      else answer?.reject(new Error('the pictures could not be looked up'));
    },
  };
};

/**  Handles one job. The page terminates the worker after the result or when it cancels. */
export const serveWorkerJob = <Made, Job extends { rows: readonly LabelData[] }>(
  make: (job: Job, work: JobControl) => Promise<Made>,
): void => {
  const postToPage = (message: FromWorker<Made>): void => self.postMessage(message);
  const work: JobControl = {
    signal: new AbortController().signal,
    onRow: (doneRows) => postToPage({ kind: 'row', done: doneRows }),
  };
  const library = createPageLookup();
  const rows: LabelData[] = [];
  let job: Omit<Job, 'rows'> | undefined;
  const runJob = async (): Promise<void> => {
    try {
      postToPage({ kind: 'made', made: await make({ ...job, rows } as unknown as Job, work) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      postToPage({ kind: 'failed', name, message });
    }
  };
  self.onmessage = ({ data }: MessageEvent<ToWorker<Omit<Job, 'rows'>>>) => {
    if (data.kind === 'job') {
      job = data.job;
      if (data.hasLibrary) setPictureLookup(library.lookup);
    } else if (data.kind === 'found') library.takeAnswer(data);
    else if (data.kind === 'rows') for (const row of data.rows) rows.push(row);
    else void runJob();
  };
};
