import { useRouterState } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { parseSearch, stringifySearch } from './search.ts';
import type { AccountFormName } from './session-actions.ts';
import { useSession, useSite } from './site.tsx';

type LoginLinkProps = {
  className: string;
  /** Target path after signing in; by default the page stays. */
  to?: string;
  /** Initial form of the dialog. */
  form?: AccountFormName;
  children: ReactNode;
};

/**
 * Opens the login dialog. It is a link to the current address plus `login`. Before scripts have
 * loaded, it reloads the page with the same search, and the dialog opens after hydration.
 */
export const LoginLink = ({ className, to, form = 'login', children }: LoginLinkProps) => {
  const { session } = useSite();
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const isAsked = useSession((now) => now.showLogin);
  const login = form === 'login' ? '1' : form;
  const openLoginDialog = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.openLogin(to, form);
  };
  return (
    <a
      className={className}
      href={stringifySearch({ ...parseSearch(search), login, to })}
      // A cached page does not contain search parameters that it does not depend on.
      suppressHydrationWarning
      // Busy until the dialog is loaded; then the dialog covers the link.
      aria-busy={isAsked || undefined}
      onClick={openLoginDialog}
    >
      {children}
    </a>
  );
};
