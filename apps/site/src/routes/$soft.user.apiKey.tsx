import { createFileRoute } from '@tanstack/react-router';
import { KeyPage } from '../features/integration/key-page.tsx';
import { loadApiKeys } from '../features/integration/load.ts';
import { KeySkeleton } from '../features/integration/skeletons.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/apiKey')({
  loader: (c) => loadApiKeys(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: 'API 密钥 · 云标', noindex: true }),
  pendingComponent: KeySkeleton,
  component: Page,
});

function Page() {
  return <KeyPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
