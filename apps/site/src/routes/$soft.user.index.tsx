import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { loadOverview } from '../features/account/overview-data.ts';
import { OverviewPage } from '../features/account/overview-page.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/')({
  loader: (c) => loadOverview(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: '概览 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="概览"
      subtitle="正在读取…"
      label="正在读取概览"
      rows={3}
      rowHeightPx={68}
    />
  ),
  component: Page,
});

function Page() {
  return <OverviewPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
