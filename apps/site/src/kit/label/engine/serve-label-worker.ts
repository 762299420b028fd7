// Worker side of off-page.ts.
import type { LabelData } from '@yunbiao/label';
import type { FromWorker, ToWorker, JobControl } from './label-worker.ts';

/**  Handles one job. The page terminates the worker after the result or when it cancels. */
export const serveWorkerJob = <Made, Job extends { rows: readonly LabelData[] }>(
  make: (job: Job, work: JobControl) => Promise<Made>,
): void => {
  const postToPage = (message: FromWorker<Made>): void => self.postMessage(message);
  const work: JobControl = {
    signal: new AbortController().signal,
    onRow: (doneRows) => postToPage({ kind: 'row', done: doneRows }),
  };
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
    if (data.kind === 'job') job = data.job;
    else if (data.kind === 'rows') for (const row of data.rows) rows.push(row);
    else void runJob();
  };
};
