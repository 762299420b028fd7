import { createFileRoute } from '@tanstack/react-router';
import { loadLog } from '../features/article/log/load-log.ts';
import { UpdateLogPage } from '../features/article/log/update-log-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/updateLog')({
  staticData: { cache: { search: ['kind', 'page'] } },
  validateSearch: (search): { kind?: string; page?: string } =>
    pickSearchTexts(search, 'kind', 'page'),
  loaderDeps: ({ search: { kind, page } }) => ({ kind, page }),
  loader: (c) => loadPageData(c, () => loadLog(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <UpdateLogPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
