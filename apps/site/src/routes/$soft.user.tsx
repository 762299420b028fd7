import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireMember } from '../shell/guards.ts';
import { UserFrame } from '../shell/user-frame.tsx';

/** The signed-in area: never cached, never indexed. */
export const Route = createFileRoute('/$soft/user')({
  beforeLoad: (c) => requireMember(c, c.params.soft),
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
