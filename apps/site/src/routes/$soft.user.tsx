import { createFileRoute, Outlet } from '@tanstack/react-router';
import { UserFrame } from '../shell/layout/user-frame.tsx';

/** The signed-in area: never cached, never indexed. */
export const Route = createFileRoute('/$soft/user')({
  // Its code is nothing a public page needs.
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
