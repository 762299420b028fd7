import { createFileRoute } from '@tanstack/react-router';
import { loadProfile } from '../features/profile/load.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { ProfileSkeleton } from '../features/profile/profile-skeleton.tsx';
import { pageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/profile')({
  // Not kept: the form begins with what it is given, and is of what was saved last.
  gcTime: 0,
  loader: (c) => loadProfile(c.context.api(c.params.soft)),
  head: () => pageHead({ title: '个人资料 · 云标', noindex: true }),
  pendingComponent: ProfileSkeleton,
  component: Page,
});

function Page() {
  return <ProfilePage loaded={Route.useLoaderData()} />;
}
