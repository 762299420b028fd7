import { createFileRoute } from '@tanstack/react-router';
import { loadProfile } from '../features/profile/load.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { ProfileSkeleton } from '../features/profile/profile-skeleton.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/profile')({
  // Not kept in memory: the form must start with the last saved values.
  gcTime: 0,
  loader: (c) => loadProfile(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: '个人资料 · 云标', noindex: true }),
  pendingComponent: ProfileSkeleton,
  component: Page,
});

function Page() {
  return <ProfilePage loaded={Route.useLoaderData()} />;
}
