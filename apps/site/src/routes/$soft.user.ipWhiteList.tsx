import { createFileRoute } from '@tanstack/react-router';
import { IpPage } from '../features/integration/ip-page.tsx';
import { loadIpRules } from '../features/integration/load.ts';
import { IpSkeleton } from '../features/integration/skeletons.tsx';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/ipWhiteList')({
  loader: (c) => loadIpRules(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: 'IP 白名单 · 云标', noindex: true }),
  pendingComponent: IpSkeleton,
  component: Page,
});

function Page() {
  return <IpPage loaded={Route.useLoaderData()} />;
}
