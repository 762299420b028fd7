import type { Ledger } from '../../ledger/ledger.ts';
import { getJobName } from '../jobs/name.ts';
import { createIpp } from './client.ts';
import { getGroup, readNumber } from './decode.ts';
import { boolean, integer, mime, name } from './encode.ts';
import { createJobs } from './jobs.ts';
import { GROUP, OPERATION } from './tags.ts';
import { targetAt } from './target.ts';

const NO_PIN = { known: () => null, learn: () => undefined };

/**
 * Leaves what a client leaves that is killed between Create-Job and Send-Document of its first label: the intent in its
 * ledger and an empty job. `sendLate`: the document arrives all the same, as one that was on its way.
 */
export const leaveEmpty = async (uri: string, ledger: Ledger) => {
  const label = { detailId: '1', attempt: 1 };
  const at = new Date().toISOString();
  await ledger.commit([{ kind: 'intent', ...label, fence: 1, localId: 'p1', base: null, at }]);
  const ipp = createIpp(targetAt(uri, NO_PIN));
  const jobName = getJobName(ledger.id, label);
  const made = await ipp.ask(OPERATION.createJob, {
    about: [['job-name', name(jobName)]],
  });
  const id = readNumber(getGroup(made, GROUP.job), 'job-id') ?? 0;
  return {
    state: async () => (await createJobs(ipp, false).job(id, jobName))?.state,
    sendLate: (format = 'application/pdf') =>
      ipp.ask(OPERATION.sendDocument, {
        about: [
          ['job-id', integer(id)],
          ['last-document', boolean(true)],
          ['document-format', mime(format)],
        ],
        document: Buffer.from('late'),
      }),
  };
};
