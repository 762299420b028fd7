import type { LabelData, LabelWarning, Media } from '@yunbiao/label';
import { useMemo } from 'react';
import { previewSerialNumbers } from '../../kit/data/serial-preview.ts';
import { useTemplateClock } from '../../kit/label/use-clock.ts';
import { getConfigMedia } from '../../kit/printing/print-media.ts';
import type { Draft } from './draft.ts';
import { findCopiesError, parseCopyCount } from './job/copies.ts';
import { explainJobStop, listJobProblems, formatRowCountsByFinding } from './job/explain-job.ts';
import { useCheckedRows } from './job/use-checked-rows.ts';
import { useCurrentRow } from './job/use-current-row.ts';
import { useJobConfig } from './job/use-job-config.ts';
import { useJobRows } from './job/use-job-rows.ts';
import { useJobToSend } from './job/use-job-to-send.ts';
import type { OpenedTemplate, PrintData } from './load-print.ts';

const DEFAULT_MEDIA: Media = { dpi: 203 };

/** Derives the job to print from the page's data and the draft. */
// oxlint-disable-next-line house/function-length -- the fields of one job, derived from each other in order
export const usePrintJob = (
  data: PrintData,
  item: OpenedTemplate,
  draft: Draft,
  update: (patch: Partial<Draft>) => void,
) => {
  const template = item.content;
  const { config, group, where } = useJobConfig(data, draft, template);
  const media = useMemo(() => (config ? getConfigMedia(config) : DEFAULT_MEDIA), [config]);
  const { sampleRow, fields, many, rows } = useJobRows(item, draft);
  const at = useTemplateClock(template);
  const numbers = useMemo(() => previewSerialNumbers(item, { row: 0, copies: 1 }), [item]);
  const copiesText = draft.copies || String(config?.copies ?? 1);
  const copies = parseCopyCount(copiesText);
  const copyCount = Number.isNaN(copies) ? 1 : copies;
  const checkedRows = useCheckedRows(item, { rows, many, fields, media, at, copyCount });
  const { warnings, troubles, leftOut, sendable, isChecking, names } = checkedRows;
  const currentRow = useCurrentRow(rows, leftOut, fields);

  const copiesError = findCopiesError(copies, sendable.length);
  const waiting = many ? draft.waiting : null;
  const stop = explainJobStop({ template, config, checked: checkedRows, waiting });
  const { jobToSend, contentHash } = useJobToSend(
    { config, group, item, rows: sendable, copies },
    draft.batchNo,
  );
  const count = copiesError === '' ? sendable.length * copies : 0;
  const isEmpty = sendable.length === 0;

  return {
    item,
    template,
    /** Entered fields; all others are computed. */
    fields,
    config,
    /** The chosen group. `config` is then the configuration used for the preview. */
    group,
    media,
    at,
    numbers,
    one: sampleRow,
    rows,
    /** Names of the rows; null for a single label. */
    names,
    warnings,
    listWarnings: (row: LabelData): readonly LabelWarning[] => warnings.get(row) ?? [],
    ...currentRow,
    copies: copiesText,
    /** Number of copies; 1 while the input is invalid. */
    copyCount,
    copiesError,
    /** Labels that can be printed. Final only when `isChecking` is false. */
    count,
    /** No row can be sent. */
    isEmpty,
    isReady: count > 0 && stop === '' && config !== undefined && !isChecking,
    isChecking,
    /** A paste is not in the table yet. */
    isWaiting: waiting !== null,
    /** All rows are checked and valid, independent of the printer. */
    isFullyValid: !isChecking && waiting === null && count > 0 && troubles.length === 0,
    /** Rows that cannot be printed and are not sent. */
    leftOut,
    troubles,
    /** Reason why the job cannot be sent; '' when it can. */
    stop,
    note: many ? formatRowCountsByFinding(rows, checkedRows) : '',
    setFieldValue: (name: string, value: string) =>
      update({ typed: { ...draft.typed, [item.id]: { ...draft.typed[item.id], [name]: value } } }),
    /** Errors that block sending: field → message. */
    listProblems: () => listJobProblems({ config, copiesError, stop, isEmpty, many }),
    toSend: jobToSend,
    mark: contentHash,
    /** Stored in the draft with the attempt: after a reload a retry uses the same printer. */
    where,
  };
};

export type PrintJob = ReturnType<typeof usePrintJob>;
