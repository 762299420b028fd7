import { createFileRoute } from '@tanstack/react-router';
import { HookPage } from '../features/integration/hook-page.tsx';
import { loadHooks, stateAsked } from '../features/integration/load.ts';
import { HookSkeleton } from '../features/integration/skeletons.tsx';
import { pageHead } from '../kit/page/head.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/webhook')({
  validateSearch: (search) => searchTexts(search, 'state'),
  loaderDeps: ({ search }) => search,
  loader: (c) => loadHooks(c.context.api(c.params.soft), stateAsked(c.deps.state)),
  head: () => pageHead({ title: 'Webhook · 云标', noindex: true }),
  pendingComponent: HookSkeleton,
  component: Page,
});

function Page() {
  return <HookPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
