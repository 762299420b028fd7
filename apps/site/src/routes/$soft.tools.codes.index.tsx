import { createFileRoute } from '@tanstack/react-router';
import { HandbookPage } from '../features/handbook/handbook-page.tsx';
import { loadHandbook } from '../features/handbook/load-handbook.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/codes/')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadHandbook(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <HandbookPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
