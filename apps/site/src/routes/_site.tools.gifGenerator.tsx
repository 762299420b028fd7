import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../features/gif/coming-page.tsx';
import { loadComing } from '../features/gif/load-coming.ts';
import { metaHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/_site/tools/gifGenerator')({
  staticData: { cache: { search: [] } },
  loader: () => loadComing(),
  head: metaHead,
  component: ComingPage,
});
