import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { loadNotices } from '../features/notice/load.ts';
import { NoticePage } from '../features/notice/notice-page.tsx';
import { buildPageHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/notice')({
  validateSearch: (search) => pickSearchTexts(search, 'unread'),
  loaderDeps: ({ search }) => ({ isUnread: search.unread === '1' }),
  loader: (c) => loadNotices(c.context.createApi(c.params.soft), c.deps.isUnread),
  head: () => buildPageHead({ title: '通知 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="通知"
      subtitle="问答、订单、打印、账户、Webhook 和网站的消息，都记在这里。"
      label="正在读取通知"
      rows={5}
    />
  ),
  component: Page,
});

function Page() {
  const isUnread = Route.useSearch().unread === '1';
  return (
    <NoticePage alias={Route.useParams().soft} loaded={Route.useLoaderData()} isUnread={isUnread} />
  );
}
