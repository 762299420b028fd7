import type { PageMeta } from '../../kit/page/head.ts';
import type { Opened } from './designer-page.tsx';

type Place = {
  params: { soft: string; id: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

/** The stock most shelves have: a new label begins with it. */
const EMPTY: Opened = {
  name: '新标签',
  template: { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] },
};

export const loadDesigner = async (c: Place): Promise<{ opened: Opened; meta: PageMeta }> => {
  const { soft: alias } = c.params;
  const software = (await c.parentMatchPromise).loaderData?.software.name ?? '';
  return {
    opened: EMPTY,
    meta: {
      title: `设计标签 · ${software} · 云标`,
      description:
        '在浏览器里设计标签：文字、条码、二维码、图片、表格，逐点看打印机会印成什么样，不用登录。',
      path: `/${alias}/tools/design-new.html`,
    },
  };
};
