// The worker's side of off-page.ts.
import type { LabelData } from '@yunbiao/label';
import type { FromWorker, ToWorker, Work } from './off-page.ts';

/** Makes what the page asks for, once: the page ends the worker when it has it, or wants it no more. */
export const serveJob = <Made, Job extends { rows: readonly LabelData[] }>(
  make: (job: Job, work: Work) => Promise<Made>,
): void => {
  const say = (message: FromWorker<Made>): void => self.postMessage(message);
  const work: Work = {
    signal: new AbortController().signal,
    onRow: (done) => say({ kind: 'row', done }),
  };
  const rows: LabelData[] = [];
  let job: Omit<Job, 'rows'> | undefined;
  const run = async (): Promise<void> => {
    try {
      say({ kind: 'made', made: await make({ ...job, rows } as unknown as Job, work) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      say({ kind: 'failed', name, message });
    }
  };
  self.onmessage = ({ data }: MessageEvent<ToWorker<Omit<Job, 'rows'>>>) => {
    if (data.kind === 'job') job = data.job;
    else if (data.kind === 'rows') for (const row of data.rows) rows.push(row);
    else void run();
  };
};
