import { createFileRoute } from '@tanstack/react-router';
import { loadOverview } from '../features/account/overview-data.ts';
import { OverviewPage } from '../features/account/overview-page.tsx';
import { OverviewSkeleton } from '../features/account/overview-skeleton.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/')({
  loader: (c) => loadOverview(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: '概览 · 云标', noindex: true }),
  pendingComponent: OverviewSkeleton,
  component: Page,
});

function Page() {
  return <OverviewPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
