import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadGif } from '../features/gif/load-gif.ts';
import { metaHead } from '../kit/page/head.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/_site/tools/gifGenerator')({
  staticData: { cache: { search: ['do'] } },
  validateSearch: (search): { do?: string } => searchTexts(search, 'do'),
  loader: () => loadGif('generator'),
  head: metaHead,
  component: Page,
});

function Page() {
  return <GifPage tool={Route.useSearch().do === 'edit' ? 'gif' : 'pictures'} />;
}
