import { createFileRoute, Outlet } from '@tanstack/react-router';
import { UserFrame } from '../shell/layout/user-frame.tsx';

/** Layout route of the user area: never cached, never indexed. */
export const Route = createFileRoute('/$soft/user')({
  // Imported dynamically, because public pages do not need it.
  beforeLoad: async (c) => {
    const { requireMember } = await import('../shell/routing/member-guard.ts');
    await requireMember(c, c.params.soft);
  },
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: UserLayout,
});

function UserLayout() {
  const { soft } = Route.useParams();
  return (
    <UserFrame alias={soft}>
      <Outlet />
    </UserFrame>
  );
}
