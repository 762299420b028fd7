import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { DownloadListPage } from '../features/software/download/download-list-page.tsx';
import { PLATFORMS, type Platform } from '../features/software/platform-ids.ts';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf } from '../shell/page-errors.ts';
import { searchText } from '../shell/search.ts';
import { softwareOf } from '../shell/software-of.ts';

export const Route = createFileRoute('/$soft/download/')({
  staticData: { cache: { search: ['platform'] } },
  staleTime: 60_000,
  validateSearch: (search): { platform?: Platform } => {
    const named = searchText(search, 'platform');
    const platform = PLATFORMS.find((known) => known === named);
    return platform ? { platform } : {};
  },
  loader: (c) =>
    pageData(c, async () =>
      dataOf(await c.context.api(c.params.soft).call('downloadList', { alias: c.params.soft }), c),
    ),
  head: ({ match, matches, params }) => {
    const name = softwareOf(matches)?.name ?? '';
    return pageHead({
      title: `下载${name} · 云标`,
      description: `${name}各系统的安装包、版本说明和校验值。`,
      path: `/${params.soft}/download`,
      origin: match.context.origin,
    });
  },
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
