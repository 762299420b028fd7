import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { handToDesigner } from '../../kit/data/hand-over.ts';
import { ownerIn } from '../../kit/form/drafts.ts';
import { useAlias, useSite } from '../../kit/site/site.tsx';
import type { Draft } from './draft.ts';
import { placesLeft, putBack } from './taken.ts';
import type { OpenedTemplate } from './use-opened.ts';

/** 改模板: the designer of the chosen one, with the rows that are pasted here; those that were sent are in it, but not meant. */
export const EditTemplate = ({ opened, draft }: { opened: OpenedTemplate; draft: Draft }) => {
  const soft = useAlias();
  const { session } = useSite().stores;
  return (
    <Link
      className="bare"
      to="/$soft/tools/design-{$id}.html"
      params={{ soft, id: opened.id }}
      onClick={() => {
        if (draft.mode !== 'many' || draft.rows.length === 0) return;
        const owner = ownerIn(session.get());
        const rows = putBack(draft);
        const picked = draft.taken.length > 0 ? placesLeft(draft) : [];
        handToDesigner({ owner, alias: soft, templateId: opened.id, rows }, opened.content, picked);
      }}
    >
      <Icon name="edit" />
      改模板
    </Link>
  );
};
