import { createFileRoute } from '@tanstack/react-router';
import { DesignerPage } from '../features/designer/designer-page.tsx';
import { loadDesigner } from '../features/designer/load-designer.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/design-{$id}.html')({
  staticData: { cache: { search: [] }, isBare: true },
  loader: (c) => pageData(c, () => loadDesigner(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  const { soft, id } = Route.useParams();
  const { opened } = Route.useLoaderData();
  return <DesignerPage key={id} alias={soft} id={id} opened={opened} />;
}
