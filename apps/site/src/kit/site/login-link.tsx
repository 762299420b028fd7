import { useRouterState } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { parseSearch, stringifySearch } from './search.ts';
import type { AccountFormName } from './session-actions.ts';
import { useSession, useSite } from './site.tsx';

type LoginLinkProps = {
  className: string;
  /** Where to go after signing in; without it, nowhere else. */
  to?: string;
  /** The form shown first. */
  form?: AccountFormName;
  children: ReactNode;
};

/**
 * Opens the login dialog. It is a link to the page's own address with `login` in it: before the scripts have come the
 * page is loaded again from there, nothing of its search is lost, and the dialog opens with them.
 */
export const LoginLink = ({ className, to, form = 'login', children }: LoginLinkProps) => {
  const { session } = useSite();
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const isAsked = useSession((now) => now.showLogin);
  const login = form === 'login' ? '1' : form;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.openLogin(to, form);
  };
  return (
    <a
      className={className}
      href={stringifySearch({ ...parseSearch(search), login, to })}
      // A kept page does not know the parts of the address it is not made from.
      suppressHydrationWarning
      // Until the dialog is here; it covers this then.
      aria-busy={isAsked || undefined}
      onClick={open}
    >
      {children}
    </a>
  );
};
