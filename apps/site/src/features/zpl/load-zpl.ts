import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';

type Place = Pick<SoftwarePagePlace, 'params' | 'parentMatchPromise'>;

export const loadZplPage = async (c: Place): Promise<{ meta: PageMeta }> => {
  const { soft: alias } = c.params;
  const name = await getSoftwareName(c);
  const path = `/${alias}/tools/zpl`;
  return {
    meta: {
      title: `ZPL 预览 · ${name} · 云标`,
      description:
        '贴一段 ZPL，按打印点预览打印效果：203、300、600 dpi，看不懂的命令标出在哪一行，能保存为 PNG，也能保存为模板。只在浏览器里算，不上传。',
      path,
      jsonLd: [
        buildBreadcrumb([
          { name, path: `/${alias}` },
          { name: '工具', path: `/${alias}/tools` },
          { name: 'ZPL 预览', path },
        ]),
      ],
    },
  };
};
