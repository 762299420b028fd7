import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../features/guide/guide-page.tsx';
import { loadGuide } from '../features/guide/load-guide.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/guide/{$name}.html')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadGuide(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GuidePage alias={Route.useParams().soft} guide={Route.useLoaderData().guide} />;
}
