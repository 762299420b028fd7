import { Link } from '@tanstack/react-router';
import type { LabelData } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import { handToDesigner } from '../../kit/data/hand-over.ts';
import { ownerIn } from '../../kit/form/drafts.ts';
import { useAlias, useSite } from '../../kit/site/site.tsx';
import type { OpenedTemplate } from './use-opened.ts';

const NO_ROWS: readonly LabelData[] = [];

/** 改模板: the designer of the chosen one, with the rows that are pasted here. */
export const EditTemplate = ({
  opened,
  rows = NO_ROWS,
}: {
  opened: OpenedTemplate;
  rows: readonly LabelData[] | undefined;
}) => {
  const soft = useAlias();
  const { session } = useSite().stores;
  return (
    <Link
      className="bare"
      to="/$soft/tools/design-{$id}.html"
      params={{ soft, id: opened.id }}
      onClick={() => {
        if (rows.length === 0) return;
        const owner = ownerIn(session.get());
        handToDesigner({ owner, alias: soft, templateId: opened.id, rows }, opened.content);
      }}
    >
      <Icon name="edit" />
      改模板
    </Link>
  );
};
