import { createFileRoute } from '@tanstack/react-router';
import { loadQuestion, type QuestionSearch } from '../features/forum/load-question.ts';
import { QuestionPage } from '../features/forum/question/question-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';
import { requireValidRouteId } from '../shell/routing/validate-params.ts';

export const Route = createFileRoute('/$soft/qa/{$id}.html')({
  staticData: { cache: { search: ['reply', 'lastId'] } },
  validateSearch: (search): QuestionSearch => pickSearchTexts(search, 'reply', 'lastId'),
  beforeLoad: (c) => requireValidRouteId(c.params.id),
  loaderDeps: ({ search: { reply, lastId } }) => ({ reply, lastId }),
  // Members need their own request: their content under review is not in the shared payload.
  loader: (c) =>
    c.context.stores.session.get().isLogin
      ? loadQuestion(c, c.deps)
      : loadPageData(c, () => loadQuestion(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  const { soft, id } = Route.useParams();
  return <QuestionPage key={id} alias={soft} data={Route.useLoaderData()} />;
}
