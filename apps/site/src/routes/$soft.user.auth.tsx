import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '../features/client/auth-page.tsx';
import { AuthSkeleton } from '../features/client/auth-skeleton.tsx';
import { loadAuth } from '../features/client/load.ts';
import { authSearch } from '../features/client/search.ts';
import { pageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/$soft/user/auth')({
  validateSearch: authSearch,
  loader: (c) => loadAuth(c.context.api(c.params.soft)),
  // A change of filters is no reason to read everything again; the page itself keeps its data live.
  shouldReload: (c) => c.cause !== 'stay',
  head: () => pageHead({ title: '授权客户端 · 云标', noindex: true }),
  pendingComponent: AuthSkeleton,
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
