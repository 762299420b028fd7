import { createFileRoute } from '@tanstack/react-router';
import { ConfigSkeleton } from '../features/printer-config/config-skeleton.tsx';
import { loadConfigs } from '../features/printer-config/load.ts';
import { PrinterConfigPage } from '../features/printer-config/printer-config-page.tsx';
import { configSearch } from '../features/printer-config/search.ts';
import { pageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/printerCfg')({
  validateSearch: configSearch,
  // Not kept: the form begins with what it is given, and sends all of it.
  gcTime: 0,
  loader: (c) => loadConfigs(c.context.api(c.params.soft)),
  // From the list to one of them and back nothing has to be read again; the page keeps its data live.
  shouldReload: (c) => c.cause !== 'stay',
  head: ({ match }) =>
    pageHead({
      title: `${match.search.id ? '编辑打印机配置' : match.search.new ? '新建打印机配置' : '打印机配置'} · 云标`,
      noindex: true,
    }),
  pendingComponent: ConfigSkeleton,
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
