import { useRouterState } from '@tanstack/react-router';
import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { onDemand } from '../layout/on-demand.ts';
import { useSession } from '../../kit/site/site.tsx';

const giveUp = ({ session }: SiteContext): void => {
  session.closeLogin();
  toast.error(NETWORK_FAILED);
};

const LoginDialog = onDemand(async () => (await import('./login-dialog.tsx')).LoginDialog, giveUp);
const LoginAddress = onDemand(
  async () => (await import('./login-address.tsx')).LoginAddress,
  giveUp,
);

/** Loads the dialog, and what reads an address that asks for it, when they are first needed. */
export const LoginHost = () => {
  const open = useSession((session) => session.showLogin);
  const asked = useRouterState({ select: ({ location }) => 'login' in location.search });
  return (
    <>
      {asked && <LoginAddress />}
      {open && <LoginDialog />}
    </>
  );
};
