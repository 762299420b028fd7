import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadSoftwareGifPage } from '../features/gif/load-gif.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/videoToGif')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadSoftwareGifPage(c, 'videoToGif')),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GifPage tool="video" />;
}
