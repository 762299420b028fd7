import type { LabelData } from '@yunbiao/label';
import { useEffect, useState } from 'react';
import { getPrintDraftName, parseLabelData, parseLabelRows } from '../../kit/data/row-transfer.ts';
import { isRecord } from '../../kit/data/stored-data.ts';
import { getDraftOwner, readDraft } from '../../kit/form/drafts.ts';
import { useSession } from '../../kit/site/site.tsx';
import type { PrintProgress } from './onboarding-steps.ts';

const NOTHING_BEGUN: PrintProgress = { isPicked: false, isFilled: false };

/**
 * Whether a row has a filled field. A field that was emptied again, and one of a blank row, hold
 * ''.
 */
const hasFilledField = (row: LabelData): boolean =>
  Object.values(row).some((value) => value !== '');

/** Whether any template has a row with a filled field. `typedRows`: field values by template. */
const hasFilledRow = (typedRows: unknown): boolean =>
  isRecord(typedRows) &&
  Object.values(typedRows).some((row) => hasFilledField(parseLabelData(row)));

/** Derives the member's progress from the stored draft of the print page. */
export const parsePrintProgressFromDraft = (draft: unknown): PrintProgress => {
  if (!isRecord(draft)) return NOTHING_BEGUN;
  const isFilled =
    hasFilledRow(draft['typed']) ||
    parseLabelRows(draft['rows']).some(hasFilledField) ||
    // Rows of a file or a paste whose columns are not mapped yet.
    isRecord(draft['waiting']);
  return { isPicked: isFilled || Boolean(draft['templateId']), isFilled };
};

const readPrintProgress = (owner: string, alias: string): PrintProgress =>
  parsePrintProgressFromDraft(readDraft(owner, getPrintDraftName(alias), 'tab')?.value);

/** What the print page of this tab holds; nothing on the server and during hydration. */
export const usePrintProgress = (alias: string): PrintProgress => {
  const owner = useSession(getDraftOwner);
  const [progress, setProgress] = useState(NOTHING_BEGUN);
  useEffect(() => setProgress(readPrintProgress(owner, alias)), [owner, alias]);
  return progress;
};
