import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { AuthPage } from '../features/client/auth-page.tsx';
import { loadClientPage } from '../features/client/load.ts';
import { parseClientPageSearch } from '../features/client/search.ts';
import { buildPageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/auth')({
  validateSearch: parseClientPageSearch,
  loader: (c) => loadClientPage(c.context.createApi(c.params.soft)),
  // A filter change does not reload data, because the page updates it live.
  shouldReload: (c) => c.cause !== 'stay',
  head: () => buildPageHead({ title: '授权客户端 · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="授权客户端"
      subtitle="一台连着打印机的电脑就是一个客户端。它有自己的授权，随时可以撤销。"
      label="正在读取客户端"
      rows={5}
    />
  ),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <AuthPage
      alias={Route.useParams().soft}
      loaded={Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({
          search: (now) => ({ ...now, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
