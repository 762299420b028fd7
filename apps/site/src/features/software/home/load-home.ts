import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb, softwareApplication } from '../../../kit/page/json-ld.ts';
import { madeOnce } from '../../../kit/page/made-once.ts';
import { getData, pageNotFound } from '../../../kit/page/page-errors.ts';
import { glyphDefs, shownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import type { HeroLabel, HomeData, SiteIndex } from './home-data.ts';
import { listLeads } from './leads.ts';

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

const getMeta = ({
  software,
  plans,
  downloads,
}: Pick<HomeData, 'software' | 'plans' | 'downloads'>): PageMeta => {
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

const getHero = (template: SampleTemplate): HeroLabel => {
  const { moreDrawings: _, ...sample } = template;
  return { sample, leads: listLeads(template.content, template.drawing) };
};

/** Labels on the strip of a batch. */
const STRIP = 5;

type Home = HomeData & { meta: PageMeta };

/** Null: it is no software's. */
const getHome = (index: SiteIndex): Home | null => {
  const { software, templates, glyphs, ...data } = index;
  if (!software) return null;
  const [first, second = first] = templates;
  const hero = first ? getHero(first) : null;
  const batch = second ? shownLabel(second, STRIP) : null;
  return {
    ...data,
    software,
    hero,
    batch,
    glyphs: glyphDefs(glyphs, [
      ...(hero ? [hero.sample.drawing.svg] : []),
      ...(batch?.pictures ?? []).map(({ paper }) => paper.html),
    ]),
    meta: getMeta({ ...data, software }),
  };
};

/** Everything a software's home shows. */
export const loadHome = async (c: Place): Promise<Home> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('siteIndex', { alias });
  const home = madeOnce(getData(reply, c), getHome);
  if (!home) throw pageNotFound();
  return home;
};
