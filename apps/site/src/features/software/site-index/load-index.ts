import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../shell/context.ts';
import type { PageMeta } from '../../../shell/head.ts';
import { webSite } from '../../../shell/json-ld.ts';
import { dataOf } from '../../../shell/page-errors.ts';

const NAME = '云标';
const DESCRIPTION = '在浏览器里填好标签，在任何地方的打印机上印出来，每一张都有记录。';

/** Everything the site's own index shows. */
export const loadIndex = async (c: {
  context: SiteContext;
  location: { href: string };
}): Promise<CallOutput<'siteIndex'> & { meta: PageMeta }> => ({
  ...dataOf(await c.context.api('').call('siteIndex', {}), c),
  meta: {
    title: `${NAME} · 云端标签打印`,
    description: DESCRIPTION,
    path: '/',
    feed: '/updateLog/rss.xml',
    jsonLd: [webSite({ name: NAME, description: DESCRIPTION })],
  },
});
