import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type OpenLinkProps = { alias: string; id: string; className?: string; children: ReactNode };

/** Link to 立即打印 with this template. */
export const PrintLink = ({ alias, id, className = '', children }: OpenLinkProps) => (
  <Link
    className={className}
    to="/$soft/user/print"
    params={{ soft: alias }}
    search={{ template: id }}
  >
    {children}
  </Link>
);

/** Link to the designer with this template. */
export const OpenLink = ({ alias, id, className = '', children }: OpenLinkProps) => (
  <Link className={className} to="/$soft/tools/design-{$id}.html" params={{ soft: alias, id }}>
    {children}
  </Link>
);

/** Link to the designer with an empty label. */
export const NewLink = ({ alias }: { alias: string }) => (
  <Link
    className="button primary"
    to="/$soft/tools/design-{$id}.html"
    params={{ soft: alias, id: 'new' }}
  >
    新建空白标签
  </Link>
);
