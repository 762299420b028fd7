import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { KeyPage } from '../features/integration/key-page.tsx';
import { loadApiKeys } from '../features/integration/load.ts';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/apiKey')({
  loader: (c) => loadApiKeys(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: 'API 密钥 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="API 密钥"
      subtitle="让 ERP、WMS、网店后台直接打印。"
      label="正在读取密钥"
      rows={4}
    />
  ),
  component: Page,
});

function Page() {
  return <KeyPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
