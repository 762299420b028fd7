import { createFileRoute } from '@tanstack/react-router';
import { GuideListPage } from '../features/guide/guide-list-page.tsx';
import { loadGuideList } from '../features/guide/load-guide.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/guide/')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadGuideList(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GuideListPage alias={Route.useParams().soft} guides={Route.useLoaderData().guides} />;
}
