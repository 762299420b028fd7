import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildWebSite } from '../../../kit/page/json-ld.ts';
import { memoizeByObject } from '../../../kit/page/memoize.ts';
import { requireReplyData } from '../../../kit/page/page-errors.ts';
import type { InPage } from '../../../kit/page/in-page.ts';
import { buildGlyphDefs, type ShownLabel, toShownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import { MAX_DIFFERENT_LABELS, SHOWN_TEMPLATES, countSeenLabels } from './shown-templates.ts';

const NAME = '云标';
const DESCRIPTION = '在浏览器里填好标签，在任何地方的打印机上打印出来，每一张都有记录。';

export type IndexData = Omit<CallOutput<'siteIndex'>, 'templates' | 'glyphs'> & {
  /** Name and paper of each sample; pictures only for the displayed ones. */
  labels: ShownLabel[];
  glyphs: Pick<InPage, 'id' | 'html'>;
};

/** Keeps pictures only for the first templates of each software. */
const createIndexLabels = (templates: readonly SampleTemplate[]): ShownLabel[] => {
  const countsBefore = new Map<string, number>();
  return templates.map((template) => {
    const liner = countsBefore.get(template.softwareAlias) ?? 0;
    countsBefore.set(template.softwareAlias, liner + 1);
    const seenCount = Math.min(MAX_DIFFERENT_LABELS, countSeenLabels(liner, template.heightMm));
    return toShownLabel(template, liner < SHOWN_TEMPLATES ? seenCount : 0);
  });
};

type Index = IndexData & { meta: PageMeta };

const toIndexPageData = ({ templates, glyphs, ...data }: CallOutput<'siteIndex'>): Index => {
  const labels = createIndexLabels(templates);
  const svgs = labels.flatMap(({ pictures }) => pictures.map(({ paper }) => paper.html));
  return {
    ...data,
    labels,
    glyphs: buildGlyphDefs(glyphs, svgs),
    meta: {
      title: `${NAME} · 云端标签打印`,
      description: DESCRIPTION,
      path: '/',
      feed: '/updateLog/rss.xml',
      jsonLd: [buildWebSite({ name: NAME, description: DESCRIPTION })],
    },
  };
};

/** Loads all data of the index page of the site. */
export const loadSiteIndex = async (c: {
  context: SiteContext;
  location: { href: string };
}): Promise<Index> => {
  const reply = await c.context.createApi('').call('siteIndex', {});
  return memoizeByObject(requireReplyData(reply, c), toIndexPageData);
};
