import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { webSite } from '../../../kit/page/json-ld.ts';
import { madeOnce } from '../../../kit/page/made-once.ts';
import { getData } from '../../../kit/page/page-errors.ts';
import type { InPage } from '../../../kit/page/in-page.ts';
import { glyphDefs, type ShownLabel, shownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import { DIFFERENT, HUNG, seenOn } from './hung.ts';

const NAME = '云标';
const DESCRIPTION = '在浏览器里填好标签，在任何地方的打印机上印出来，每一张都有记录。';

export type IndexData = Omit<CallOutput<'siteIndex'>, 'templates' | 'glyphs'> & {
  /** Of every sample its name and paper; pictures of those that hang in a window. */
  labels: ShownLabel[];
  glyphs: Pick<InPage, 'id' | 'html'>;
};

/** Pictures only of the first templates of each software. */
const hung = (templates: readonly SampleTemplate[]): ShownLabel[] => {
  const before = new Map<string, number>();
  return templates.map((template) => {
    const liner = before.get(template.softwareAlias) ?? 0;
    before.set(template.softwareAlias, liner + 1);
    const seen = Math.min(DIFFERENT, seenOn(liner, template.heightMm));
    return shownLabel(template, liner < HUNG ? seen : 0);
  });
};

type Index = IndexData & { meta: PageMeta };

const indexOf = ({ templates, glyphs, ...data }: CallOutput<'siteIndex'>): Index => {
  const labels = hung(templates);
  const svgs = labels.flatMap(({ pictures }) => pictures.map(({ paper }) => paper.html));
  return {
    ...data,
    labels,
    glyphs: glyphDefs(glyphs, svgs),
    meta: {
      title: `${NAME} · 云端标签打印`,
      description: DESCRIPTION,
      path: '/',
      feed: '/updateLog/rss.xml',
      jsonLd: [webSite({ name: NAME, description: DESCRIPTION })],
    },
  };
};

/** Everything the site's own index shows. */
export const loadIndex = async (c: {
  context: SiteContext;
  location: { href: string };
}): Promise<Index> => {
  const reply = await c.context.api('').call('siteIndex', {});
  return madeOnce(getData(reply, c), indexOf);
};
