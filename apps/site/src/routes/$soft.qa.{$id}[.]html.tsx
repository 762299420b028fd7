import { createFileRoute } from '@tanstack/react-router';
import { loadQuestion, type QuestionSearch } from '../features/forum/load-question.ts';
import { QuestionPage } from '../features/forum/question/question-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';
import { requireId } from '../shell/routing/valid.ts';

export const Route = createFileRoute('/$soft/qa/{$id}.html')({
  staticData: { cache: { search: ['reply', 'lastId'] } },
  validateSearch: (search): QuestionSearch => searchTexts(search, 'reply', 'lastId'),
  beforeLoad: (c) => requireId(c.params.id),
  loaderDeps: ({ search: { reply, lastId } }) => ({ reply, lastId }),
  // A member is asked for by name: what of theirs waits for review is in no payload, which is the same for everyone.
  loader: (c) =>
    c.context.stores.session.get().isLogin
      ? loadQuestion(c, c.deps)
      : pageData(c, () => loadQuestion(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  const { soft, id } = Route.useParams();
  return <QuestionPage key={id} alias={soft} data={Route.useLoaderData()} />;
}
