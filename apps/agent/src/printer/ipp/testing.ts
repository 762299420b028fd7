import type { Ledger } from '../../ledger/ledger.ts';
import { getJobName } from '../jobs/job-name.ts';
import { createIppClient } from './client.ts';
import { getAttributeGroup, getNumberAttribute } from './decode.ts';
import { tagBoolean, tagInteger, tagMime, tagNameValue } from './encode.ts';
import { createIppJobQueries } from './jobs.ts';
import { GROUP, OPERATION } from './constants.ts';
import { createIppTarget } from './target.ts';

const NO_PIN = { getPinned: () => null, store: () => undefined };

/**
 * Recreates the state after a client was killed between Create-Job and Send-Document of its first
 * label: the intent in the ledger and an empty job. `sendLate` delivers a document that was still
 * in transit.
 */
export const ignoreRequest = async (uri: string, ledger: Ledger) => {
  const label = { detailId: '1', attempt: 1 };
  const at = new Date().toISOString();
  await ledger.commit([{ kind: 'intent', ...label, fence: 1, localId: 'p1', base: null, at }]);
  const ipp = createIppClient(createIppTarget(uri, NO_PIN));
  const jobName = getJobName(ledger.id, label);
  const made = await ipp.sendRequest(OPERATION.createJob, {
    operationAttributes: [['job-name', tagNameValue(jobName)]],
  });
  const id = getNumberAttribute(getAttributeGroup(made, GROUP.job), 'job-id') ?? 0;
  return {
    state: async () => (await createIppJobQueries(ipp, false).findById(id, jobName))?.state,
    sendLate: (format = 'application/pdf') =>
      ipp.sendRequest(OPERATION.sendDocument, {
        operationAttributes: [
          ['job-id', tagInteger(id)],
          ['last-document', tagBoolean(true)],
          ['document-format', tagMime(format)],
        ],
        document: Buffer.from('late'),
      }),
  };
};
