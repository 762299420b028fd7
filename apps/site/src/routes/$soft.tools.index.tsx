import { createFileRoute } from '@tanstack/react-router';
import { loadTools } from '../features/software/tools/load-tools.ts';
import { ToolsPage } from '../features/software/tools/tools-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadTools(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <ToolsPage data={Route.useLoaderData()} />;
}
