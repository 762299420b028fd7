import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadGifPage } from '../features/gif/load-gif.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/tools/generator')({
  staticData: { cache: { search: ['do'] } },
  validateSearch: (search): { do?: string } => searchTexts(search, 'do'),
  loader: (c) => pageData(c, () => loadGifPage(c, 'generator')),
  head: metaHead,
  component: Page,
});

function Page() {
  return <GifPage tool={Route.useSearch().do === 'edit' ? 'gif' : 'pictures'} />;
}
