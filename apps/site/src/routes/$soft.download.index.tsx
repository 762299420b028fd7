import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { DownloadListPage } from '../features/software/download/download-list-page.tsx';
import { loadDownloads } from '../features/software/download/load.ts';
import { PLATFORMS, type Platform } from '../kit/software/platform-ids.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { getSearchText } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/download/')({
  staticData: { cache: { search: ['platform'] } },
  staleTime: 60_000,
  validateSearch: (search): { platform?: Platform } => {
    const platformText = getSearchText(search, 'platform');
    const platform = PLATFORMS.find((candidate) => candidate === platformText);
    return platform ? { platform } : {};
  },
  loader: (c) => loadPageData(c, () => loadDownloads(c)),
  head: buildMetaHead,
  component: Page,
});

const softRoute = getRouteApi('/$soft');

function Page() {
  const { soft } = Route.useParams();
  const { platform } = Route.useSearch();
  const { software } = softRoute.useLoaderData();
  return (
    <DownloadListPage
      alias={soft}
      name={software.name}
      data={Route.useLoaderData()}
      platform={platform}
    />
  );
}
