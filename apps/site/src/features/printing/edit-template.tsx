import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { storeRowsForDesigner } from '../../kit/data/row-transfer.ts';
import { getDraftOwner } from '../../kit/form/drafts.ts';
import { useSoftwareAlias, useSite } from '../../kit/site/site.tsx';
import { isModeWithRowTable, type Draft } from './draft.ts';
import { restoreSubmittedRows } from './rows/sent-rows.ts';
import type { OpenedTemplate } from './load-print.ts';

/** 改模板: opens the chosen template in the designer, with the pasted rows and the sent rows. */
export const EditTemplate = ({ opened, draft }: { opened: OpenedTemplate; draft: Draft }) => {
  const soft = useSoftwareAlias();
  const { session } = useSite().stores;
  return (
    <Link
      className="bare"
      to="/$soft/tools/design-{$id}.html"
      params={{ soft, id: opened.id }}
      onClick={() => {
        const owner = getDraftOwner(session.get());
        const rows = restoreSubmittedRows(draft);
        if (!isModeWithRowTable(draft) || rows.length === 0) return;
        const sentRows = new Set(draft.taken.map(({ row }) => row));
        storeRowsForDesigner(
          { owner, alias: soft, templateId: opened.id, rows },
          opened.content,
          sentRows,
        );
      }}
    >
      <Icon name="edit" />
      修改模板
    </Link>
  );
};
