import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { handToDesigner } from '../../kit/data/hand-over.ts';
import { ownerIn } from '../../kit/form/drafts.ts';
import { useAlias, useSite } from '../../kit/site/site.tsx';
import type { Draft } from './draft.ts';
import { putBack } from './taken.ts';
import type { OpenedTemplate } from './use-opened.ts';

/** 改模板: the designer of the chosen one, with the rows that are pasted here, and those that were sent as such. */
export const EditTemplate = ({ opened, draft }: { opened: OpenedTemplate; draft: Draft }) => {
  const soft = useAlias();
  const { session } = useSite().stores;
  return (
    <Link
      className="bare"
      to="/$soft/tools/design-{$id}.html"
      params={{ soft, id: opened.id }}
      onClick={() => {
        const owner = ownerIn(session.get());
        const rows = putBack(draft);
        if (draft.mode !== 'many' || rows.length === 0) return;
        const sent = new Set(draft.taken.map(({ row }) => row));
        handToDesigner({ owner, alias: soft, templateId: opened.id, rows }, opened.content, sent);
      }}
    >
      <Icon name="edit" />
      改模板
    </Link>
  );
};
