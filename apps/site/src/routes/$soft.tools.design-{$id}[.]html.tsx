import { createFileRoute } from '@tanstack/react-router';
import { DesignerPage } from '../features/designer/designer-page.tsx';
import { loadDesigner } from '../features/designer/load-designer.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/tools/design-{$id}.html')({
  // Not cached for everyone, because member templates have the same kind of address.
  staticData: { isBare: true },
  validateSearch: (search): { share?: string } => pickSearchTexts(search, 'share'),
  // Not kept in memory, because the page modifies the data it starts with.
  gcTime: 0,
  loaderDeps: ({ search: { share } }) => ({ share }),
  loader: (c) => loadPageData(c, () => loadDesigner(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  const { soft, id } = Route.useParams();
  const { share = '' } = Route.useSearch();
  const { opened } = Route.useLoaderData();
  return <DesignerPage key={`${id} ${share}`} alias={soft} id={id} opened={opened} />;
}
