import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { loadProfile } from '../features/profile/load.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/profile')({
  // Not kept in memory: the form must start with the last saved values.
  gcTime: 0,
  loader: (c) => loadProfile(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: '个人资料 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="个人资料"
      subtitle="别人在问答里看到的你。"
      label="正在读取资料"
      rows={4}
      cells={2}
      hideScale
    />
  ),
  component: Page,
});

function Page() {
  return <ProfilePage loaded={Route.useLoaderData()} />;
}
