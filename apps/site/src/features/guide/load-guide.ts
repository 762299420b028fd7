import type { CallOutput } from '@yunbiao/contract';
import { getGuidePath, isGuideName, toPlainGuideText } from '@yunbiao/contract/site/guides';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb, buildHowTo } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';

export type GuideRow = CallOutput<'guideList'>['guides'][number];
export type Guide = CallOutput<'guideDetail'>;
export type Block = Guide['sections'][number]['blocks'][number];

type GuideListData = { guides: GuideRow[]; meta: PageMeta };
type GuideData = { guide: Guide; meta: PageMeta };

const NAME = '操作指南';

const buildGuideCrumbs = (alias: string, name: string) => [
  { name, path: `/${alias}` },
  { name: NAME, path: `/${alias}/guide` },
];

/** Loads the list of guides. */
export const loadGuideList = async (c: SoftwarePagePlace): Promise<GuideListData> => {
  const { soft: alias } = c.params;
  const reply = await c.context.createApi(alias).call('guideList', { alias });
  const { guides } = requireReplyData(reply, c);
  const name = await getSoftwareName(c);
  return {
    guides,
    meta: {
      title: `${NAME} · ${name} · 云标`,
      description: `${guides.length} 篇：${guides.map(({ title }) => title).join('、')}。一步一步，配真标签的图，写着看到的不一样怎么办。`,
      path: `/${alias}/guide`,
      jsonLd: [buildBreadcrumb(buildGuideCrumbs(alias, name))],
    },
  };
};

/** Steps under their heading, without marks. */
const listHowToSections = ({ sections }: Guide): { name: string; steps: string[] }[] =>
  sections.flatMap(({ heading, blocks }) => {
    const steps = blocks.flatMap((block) => (block.kind === 'steps' ? block.items : []));
    return steps.length > 0 ? [{ name: heading, steps: steps.map(toPlainGuideText) }] : [];
  });

/** Loads one guide. */
export const loadGuide = async (c: SoftwarePagePlace<{ name: string }>): Promise<GuideData> => {
  const { soft: alias, name } = c.params;
  const reply = await c.context.createApi(alias).call('guideDetail', { alias, name });
  const guide = requireReplyData(reply, c);
  const software = await getSoftwareName(c);
  const { title, summary } = guide;
  const path = `/${alias}${isGuideName(guide.name) ? getGuidePath(guide.name) : ''}`;
  const [picture] = guide.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'figure' ? block.pictures : [])),
  );
  return {
    guide,
    meta: {
      title: `${title} · ${software} · 云标`,
      description: summary,
      path,
      type: 'article',
      jsonLd: [
        buildHowTo({
          name: title,
          description: summary,
          path,
          sections: listHowToSections(guide),
          ...(picture && { image: picture.url }),
        }),
        buildBreadcrumb([...buildGuideCrumbs(alias, software), { name: title, path }]),
      ],
    },
  };
};
