import type { PageMeta } from '../../kit/page/head.ts';

export const loadComing = (): { meta: PageMeta } => ({
  meta: {
    title: 'GIF 制作 · 云标',
    description: '把几张截图排成一张 GIF，只在你的浏览器里处理。正在做，做好就放在这一页。',
    path: '/tools/gifGenerator',
  },
});
