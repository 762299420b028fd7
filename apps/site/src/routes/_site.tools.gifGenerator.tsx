import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadStandaloneGifPage } from '../features/gif/load-gif.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/_site/tools/gifGenerator')({
  staticData: { cache: { search: ['do'] } },
  validateSearch: (search): { do?: string } => pickSearchTexts(search, 'do'),
  loader: () => loadStandaloneGifPage('generator'),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GifPage tool={Route.useSearch().do === 'edit' ? 'gif' : 'pictures'} />;
}
