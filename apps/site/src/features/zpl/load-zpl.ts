import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';

type Place = {
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

export const loadZpl = async (c: Place): Promise<{ meta: PageMeta }> => {
  const { soft: alias } = c.params;
  const name = (await c.parentMatchPromise).loaderData?.software.name ?? '';
  const path = `/${alias}/tools/zpl`;
  return {
    meta: {
      title: `ZPL 预览 · ${name} · 云标`,
      description:
        '贴一段 ZPL，逐点看打印机会印成什么样：203、300、600 dpi，看不懂的命令标出在哪一行，能存 PNG，也能存成模板。只在浏览器里算，不上传。',
      path,
      jsonLd: [
        breadcrumb([
          { name, path: `/${alias}` },
          { name: '工具', path: `/${alias}/tools` },
          { name: 'ZPL 预览', path },
        ]),
      ],
    },
  };
};
