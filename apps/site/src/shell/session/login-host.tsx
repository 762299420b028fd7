import { useRouterState } from '@tanstack/react-router';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';

const LoginDialog = createOnDemandComponent(
  async () => (await import('./login-dialog.tsx')).LoginDialog,
);
const LoginAddress = createOnDemandComponent(
  async () => (await import('./login-address.tsx')).LoginAddress,
);

/** Loads the dialog and the address handler on first use. */
export const LoginHost = () => {
  const { closeLogin } = useSite().session;
  const open = useSession((session) => session.showLogin);
  const isRequested = useRouterState({
    select: ({ location: { search } }) => 'login' in search || 'share' in search,
  });
  return (
    <>
      {isRequested && <LoginAddress onGiveUp={closeLogin} />}
      {open && <LoginDialog onGiveUp={closeLogin} />}
    </>
  );
};
