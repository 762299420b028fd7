import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { loadConfigs } from '../features/printer-config/load.ts';
import { PrinterConfigPage } from '../features/printer-config/printer-config-page.tsx';
import { parseConfigSearch } from '../features/printer-config/search.ts';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/printerCfg')({
  validateSearch: parseConfigSearch,
  // Not kept in memory: the form starts with these values and sends all of them.
  gcTime: 0,
  loader: (c) => loadConfigs(c.context.createApi(c.params.soft)),
  // Navigation between list and detail does not reload data, because the page updates it live.
  shouldReload: (c) => c.cause !== 'stay',
  head: ({ match }) =>
    buildPageHead({
      title: `${match.search.id ? '编辑打印机配置' : match.search.new ? '新建打印机配置' : '打印机配置'} · 云标`,
      noindex: true,
    }),
  pendingComponent: () => (
    <TableSkeleton
      title="打印机配置"
      subtitle="一个配置是一台打印机加一种标签纸：尺寸、校准和出纸。"
      label="正在读取配置"
      rows={4}
    />
  ),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <PrinterConfigPage
      alias={Route.useParams().soft}
      loaded={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search, replace = false) => void navigate({ search, replace })}
    />
  );
}
