import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useRef } from 'react';
import { storeRowsForPrintPage, splitRowsToPrintAndSent } from '../../../kit/data/row-transfer.ts';
import { getDraftOwner } from '../../../kit/form/drafts.ts';
import { useSite } from '../../../kit/site/site.tsx';
import type { Data } from './use-data.ts';

/**
 * Passes the picked and the already sent rows to 立即打印, for the stored template with this id. Uses
 * the member signed in at that time, because sign-in can happen after the rows were opened.
 */
export const usePassRowsToPrint = (alias: string, data: Data): ((templateId: string) => void) => {
  const { session } = useSite().stores;
  const latest = useRef(data);
  latest.current = data;
  return useCallback(
    (templateId) => {
      const { hasRows, sheet, body, rows: allRows } = latest.current;
      if (!hasRows) return;
      const owner = getDraftOwner(session.get());
      const { picked, sent } = sheet;
      const { rows, ...parted } = splitRowsToPrintAndSent({ body, rows: allRows, picked, sent });
      if (!storeRowsForPrintPage({ owner, alias, templateId, rows }, parted))
        toast.warn('行太多，浏览器存不下，没有带到立即打印：先选一部分行');
    },
    [session, alias],
  );
};
