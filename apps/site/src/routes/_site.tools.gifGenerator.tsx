import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../features/gif/coming-page.tsx';
import { pageHead } from '../kit/page/head.ts';

export const Route = createFileRoute('/_site/tools/gifGenerator')({
  staticData: { cache: { search: [] } },
  head: ({ match }) =>
    pageHead({
      title: 'GIF 制作 · 云标',
      description: '把几张截图排成一张 GIF，只在你的浏览器里处理。正在做，做好就放在这一页。',
      path: '/tools/gifGenerator',
      origin: match.context.origin,
    }),
  component: ComingPage,
});
