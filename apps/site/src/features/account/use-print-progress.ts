import { useEffect, useState } from 'react';
import { getPrintDraftName } from '../../kit/data/row-transfer.ts';
import { isRecord } from '../../kit/data/stored-data.ts';
import { getDraftOwner, readDraft } from '../../kit/form/drafts.ts';
import { useSession } from '../../kit/site/site.tsx';
import type { PrintProgress } from './onboarding-steps.ts';

const NOTHING_BEGUN: PrintProgress = { isPicked: false, isFilled: false };

const hasEntries = (value: unknown): boolean => Object.keys(value ?? {}).length > 0;

/** `typed`: field values by template. A field that was emptied again holds ''. */
const hasTypedText = (typed: unknown): boolean =>
  isRecord(typed) &&
  Object.values(typed).some(
    (row) => isRecord(row) && Object.values(row).some((value) => value !== ''),
  );

/** `draft`: the stored draft of the print page. */
export const parsePrintProgress = (draft: unknown): PrintProgress => {
  if (!isRecord(draft)) return NOTHING_BEGUN;
  const isFilled = hasTypedText(draft['typed']) || hasEntries(draft['rows']);
  return { isPicked: isFilled || Boolean(draft['templateId']), isFilled };
};

const readPrintProgress = (owner: string, alias: string): PrintProgress =>
  parsePrintProgress(readDraft(owner, getPrintDraftName(alias), 'tab')?.value);

/** What the print page of this tab holds; nothing on the server and during hydration. */
export const usePrintProgress = (alias: string): PrintProgress => {
  const owner = useSession(getDraftOwner);
  const [progress, setProgress] = useState(NOTHING_BEGUN);
  useEffect(() => setProgress(readPrintProgress(owner, alias)), [owner, alias]);
  return progress;
};
