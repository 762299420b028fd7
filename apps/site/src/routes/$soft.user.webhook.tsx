import { createFileRoute } from '@tanstack/react-router';
import { HookPage } from '../features/integration/hook-page.tsx';
import { loadWebhooks, parseDeliveryState } from '../features/integration/load.ts';
import { HookSkeleton } from '../features/integration/skeletons.tsx';
import { buildPageHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/webhook')({
  validateSearch: (search) => pickSearchTexts(search, 'state'),
  loaderDeps: ({ search }) => search,
  loader: (c) => loadWebhooks(c.context.createApi(c.params.soft), parseDeliveryState(c.deps.state)),
  head: () => buildPageHead({ title: 'Webhook · 云标', noindex: true }),
  pendingComponent: HookSkeleton,
  component: Page,
});

function Page() {
  return <HookPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
