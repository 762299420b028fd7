import { createFileRoute } from '@tanstack/react-router';
import { loadTools } from '../features/software/tools/load-tools.ts';
import { ToolsPage } from '../features/software/tools/tools-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/')({
  staticData: { cache: { search: [] } },
  loader: (c) => pageData(c, () => loadTools(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <ToolsPage data={Route.useLoaderData()} />;
}
