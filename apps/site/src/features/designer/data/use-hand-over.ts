import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useRef } from 'react';
import { handToPrint, partedRows } from '../../../kit/data/hand-over.ts';
import { ownerIn } from '../../../kit/form/drafts.ts';
import { useSite } from '../../../kit/site/site.tsx';
import type { Data } from './use-data.ts';

/** Gives 立即打印 the rows that are meant, and those it has sent as such, for the stored template of this id; whoever has signed in meanwhile has them. */
export const useHandOver = (alias: string, data: Data): ((templateId: string) => void) => {
  const { session } = useSite().stores;
  const latest = useRef(data);
  latest.current = data;
  return useCallback(
    (templateId) => {
      const { hasRows, sheet, body, rows: all } = latest.current;
      if (!hasRows) return;
      const owner = ownerIn(session.get());
      const { picked, sent } = sheet;
      const { rows, ...parted } = partedRows({ body, rows: all, picked, sent });
      if (!handToPrint({ owner, alias, templateId, rows }, parted))
        toast.warn('行太多，浏览器存不下，没有带到立即打印：先选一部分行');
    },
    [session, alias],
  );
};
