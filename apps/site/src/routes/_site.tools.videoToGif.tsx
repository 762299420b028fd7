import { createFileRoute } from '@tanstack/react-router';
import { GifPage } from '../features/gif/gif-page.tsx';
import { loadGif } from '../features/gif/load-gif.ts';
import { metaHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/_site/tools/videoToGif')({
  staticData: { cache: { search: [] } },
  loader: () => loadGif('videoToGif'),
  head: metaHead,
  component: Page,
});

function Page() {
  return <GifPage tool="video" />;
}
