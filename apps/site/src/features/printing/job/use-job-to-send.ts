import { EXPIRE_AFTER_S } from '@yunbiao/contract/limits/print';
import { useDeferredValue, useMemo } from 'react';
import { listSheetRowNumbers } from '../../../kit/data/sheet-rows.ts';
import { type Job, hashJobContent } from '../attempts.ts';

type JobContent = {
  config: { id: string } | undefined;
  /** The chosen group; it replaces the configuration. */
  group: { id: string } | undefined;
  item: { id: string };
  rows: Job['rows'];
  copies: number;
};

/** The call's input, and its hash while this tab has a batch to compare it with. */
export const useJobToSend = (
  { config, group, item: { id: templateId }, rows, copies }: JobContent,
  batchNo: string,
) => {
  const configId = config?.id ?? '';
  const groupId = group?.id;
  const jobToSend = useMemo((): Job => {
    const sheetRows = listSheetRowNumbers(rows);
    return {
      ...(groupId === undefined ? { printConfigId: configId } : { groupId }),
      templateId,
      rows,
      ...(sheetRows && { sheetRows }),
      copies,
      expireAfter: EXPIRE_AFTER_S.usual,
    };
  }, [configId, groupId, templateId, rows, copies]);
  // Hashing 10,000 rows takes a whole frame: only when needed, and deferred while typing.
  const deferredJob = useDeferredValue(jobToSend);
  const contentHash = useMemo(
    () => (batchNo ? hashJobContent(deferredJob) : ''),
    [deferredJob, batchNo],
  );
  return { jobToSend, contentHash };
};
