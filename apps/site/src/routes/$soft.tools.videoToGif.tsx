import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadGifPage } from '../features/gif/load-gif.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/videoToGif')({
  staticData: { cache: { search: [] } },
  loader: (c) => pageData(c, () => loadGifPage(c, 'videoToGif')),
  head: metaHead,
  component: Page,
});

function Page() {
  return <GifPage tool="video" />;
}
