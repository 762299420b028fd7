import { createFileRoute } from '@tanstack/react-router';
import { loadNotices } from '../features/notice/load.ts';
import { NoticePage } from '../features/notice/notice-page.tsx';
import { NoticeSkeleton } from '../features/notice/notice-skeleton.tsx';
import { buildPageHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/notice')({
  validateSearch: (search) => pickSearchTexts(search, 'unread'),
  loaderDeps: ({ search }) => ({ isUnread: search.unread === '1' }),
  loader: (c) => loadNotices(c.context.createApi(c.params.soft), c.deps.isUnread),
  head: () => buildPageHead({ title: '通知 · 云标', noindex: true }),
  pendingComponent: NoticeSkeleton,
  component: Page,
});

function Page() {
  const isUnread = Route.useSearch().unread === '1';
  return (
    <NoticePage alias={Route.useParams().soft} loaded={Route.useLoaderData()} isUnread={isUnread} />
  );
}
