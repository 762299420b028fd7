import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { IpPage } from '../features/integration/ip-page.tsx';
import { loadIpRules } from '../features/integration/load.ts';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/ipWhiteList')({
  loader: (c) => loadIpRules(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: 'IP 白名单 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="IP 白名单"
      subtitle="只管密钥和客户端，不会把你自己关在网页外。空着就是从哪里来都可以。"
      label="正在读取白名单"
      rows={4}
    />
  ),
  component: Page,
});

function Page() {
  return <IpPage loaded={Route.useLoaderData()} />;
}
