import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadStandaloneGifPage } from '../features/gif/load-gif.ts';
import { buildMetaHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/_site/tools/videoToGif')({
  staticData: { cache: { search: [] } },
  loader: () => loadStandaloneGifPage('videoToGif'),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <GifPage tool="video" />;
}
