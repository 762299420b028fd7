import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';

type Page = 'generator' | 'videoToGif';

const ABOUT: Record<Page, { name: string; alone: string; description: string }> = {
  generator: {
    name: 'GIF 制作',
    alone: '/tools/gifGenerator',
    description:
      '把图片排成 GIF，或者改一张现成的 GIF：排顺序、定每帧停多久、裁切、加字、倒放、往返，压到 500 KB 以内。只在浏览器里处理，不上传。',
  },
  videoToGif: {
    name: '视频转 GIF',
    alone: '/tools/videoToGif',
    description:
      '从 MP4、MOV、WebM、MKV 里截取一段做成 GIF：一帧一帧地剪，定尺寸、帧率、速度，裁切、加字，压到想要的大小。只在浏览器里处理，不上传。',
  },
};

type Place = Pick<SoftwarePagePlace, 'params' | 'parentMatchPromise'>;

/** Loads the page without a software. */
export const loadStandaloneGifPage = (page: Page): { meta: PageMeta } => {
  const { name, alone, description } = ABOUT[page];
  return { meta: { title: `${name} · 云标`, description, path: alone } };
};

/** Loads the page of the same tool below a software. */
export const loadSoftwareGifPage = async (c: Place, page: Page): Promise<{ meta: PageMeta }> => {
  const { soft: alias } = c.params;
  const software = await getSoftwareName(c);
  const { name, description } = ABOUT[page];
  const path = `/${alias}/tools/${page}`;
  return {
    meta: {
      title: `${name} · ${software} · 云标`,
      description,
      path,
      jsonLd: [
        buildBreadcrumb([
          { name: software, path: `/${alias}` },
          { name: '工具', path: `/${alias}/tools` },
          { name, path },
        ]),
      ],
    },
  };
};
