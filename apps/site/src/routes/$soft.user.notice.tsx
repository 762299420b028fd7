import { createFileRoute } from '@tanstack/react-router';
import { loadNotices } from '../features/notice/load.ts';
import { NoticePage } from '../features/notice/notice-page.tsx';
import { NoticeSkeleton } from '../features/notice/notice-skeleton.tsx';
import { pageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/notice')({
  loader: (c) => loadNotices(c.context.api(c.params.soft)),
  head: () => pageHead({ title: '通知 · 云标', noindex: true }),
  pendingComponent: NoticeSkeleton,
  component: Page,
});

function Page() {
  return <NoticePage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
