import { createFileRoute } from '@tanstack/react-router';
import { DesignerPage } from '../features/designer/designer-page.tsx';
import { loadDesigner } from '../features/designer/load-designer.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/tools/design-{$id}.html')({
  // Not kept for everybody: a member's own template has an address like any other.
  staticData: { isBare: true },
  validateSearch: (search): { share?: string } => searchTexts(search, 'share'),
  // Not kept either: the page begins with what it is given, and goes on changing that.
  gcTime: 0,
  loaderDeps: ({ search: { share } }) => ({ share }),
  loader: (c) => pageData(c, () => loadDesigner(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  const { soft, id } = Route.useParams();
  const { share = '' } = Route.useSearch();
  const { opened } = Route.useLoaderData();
  return <DesignerPage key={`${id} ${share}`} alias={soft} id={id} opened={opened} />;
}
