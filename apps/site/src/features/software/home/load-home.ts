import type { SiteContext } from '../../../shell/context.ts';
import type { PageMeta } from '../../../shell/head.ts';
import { breadcrumb, softwareApplication } from '../../../shell/json-ld.ts';
import { dataOf, pageNotFound } from '../../../shell/page-errors.ts';
import { contentOf } from '../template.ts';
import type { HomeData } from './home-data.ts';
import { leadsOf } from './leads.ts';

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

const metaOf = ({ software, plans, downloads }: Omit<HomeData, 'leads'>): PageMeta => {
  const path = `/${software.alias}`;
  const description = software.seo.description || software.summary;
  const [newest] = downloads;
  return {
    title: software.seo.title || `${software.name} · 云标`,
    description,
    path,
    feed: `${path}/updateLog/rss.xml`,
    jsonLd: [
      softwareApplication({
        alias: software.alias,
        name: software.name,
        description,
        platforms: software.platforms,
        ...(newest ? { version: newest.version, releasedAt: newest.releasedAt } : {}),
        plans: plans.map(({ id, name, priceFen }) => ({ id, name, price: priceFen })),
      }),
      breadcrumb([
        { name: '云标', path: '/' },
        { name: software.name, path },
      ]),
    ],
  };
};

/** Everything a software's home shows. */
export const loadHome = async (c: Place): Promise<HomeData & { meta: PageMeta }> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('siteIndex', { alias });
  const { software, ...data } = dataOf(reply, c);
  if (!software) throw pageNotFound(c);
  const [hero] = data.templates;
  const leads = hero ? leadsOf(contentOf(hero)) : [];
  return { ...data, software, leads, meta: metaOf({ ...data, software }) };
};
