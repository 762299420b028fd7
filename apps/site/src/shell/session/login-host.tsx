import { useRouterState } from '@tanstack/react-router';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';

const LoginDialog = onDemand(async () => (await import('./login-dialog.tsx')).LoginDialog);
const LoginAddress = onDemand(async () => (await import('./login-address.tsx')).LoginAddress);

/** Loads the dialog, and what reads an address that asks for it, when they are first needed. */
export const LoginHost = () => {
  const { closeLogin } = useSite().session;
  const open = useSession((session) => session.showLogin);
  const asked = useRouterState({
    select: ({ location: { search } }) => 'login' in search || 'share' in search,
  });
  return (
    <>
      {asked && <LoginAddress onGiveUp={closeLogin} />}
      {open && <LoginDialog onGiveUp={closeLogin} />}
    </>
  );
};
