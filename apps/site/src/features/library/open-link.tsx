import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const DESIGNER = '/$soft/tools/design-{$id}.html';

/** Whether this site has the designer. */
export const useDesigner = (): boolean => Object.hasOwn(useRouter().routesByPath, DESIGNER);

type OpenLinkProps = { alias: string; id: string; className?: string; children: ReactNode };

/** Opens a template where it is changed; on a site without the designer, where it is printed. */
export const OpenLink = ({ alias, id, className = '', children }: OpenLinkProps) =>
  useDesigner() ? (
    <Link className={className} to={DESIGNER as '.'} params={{ soft: alias, id } as never}>
      {children}
    </Link>
  ) : (
    <PrintLink alias={alias} id={id} className={className}>
      {children}
    </PrintLink>
  );

/** 立即打印 with this template. */
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
