import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadSoftwareGifPage } from '../features/gif/load-gif.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/tools/generator')({
  staticData: { cache: { search: ['do'] } },
  validateSearch: (search): { do?: string } => pickSearchTexts(search, 'do'),
  loader: (c) => loadPageData(c, () => loadSoftwareGifPage(c, 'generator')),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GifPage tool={Route.useSearch().do === 'edit' ? 'gif' : 'pictures'} />;
}
