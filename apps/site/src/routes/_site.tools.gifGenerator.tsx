import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../features/gif/coming-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/_site/tools/gifGenerator')({
  staticData: { cache: { search: [] } },
  head: ({ match }) =>
    pageHead({
      title: 'GIF 制作 · 云标',
      path: '/tools/gifGenerator',
      origin: match.context.origin,
    }),
  component: ComingPage,
});
