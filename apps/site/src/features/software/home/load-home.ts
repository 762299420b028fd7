import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildBreadcrumb, buildSoftwareApplication } from '../../../kit/page/json-ld.ts';
import { memoizeByObject } from '../../../kit/page/memoize.ts';
import { requireReplyData, createPageNotFound } from '../../../kit/page/page-errors.ts';
import { buildGlyphDefs, toShownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import { listExcelRows } from './excel/excel-rows.ts';
import type { HeroLabel, HomeData, SiteIndex } from './home-data.ts';
import { computeLeadLines } from './leads.ts';

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

const buildHomeMeta = ({
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
      buildSoftwareApplication({
        alias: software.alias,
        name: software.name,
        description,
        platforms: software.platforms,
        ...(newest ? { version: newest.version, releasedAt: newest.releasedAt } : {}),
        plans: plans.map(({ id, name, priceFen }) => ({ id, name, price: priceFen })),
      }),
      buildBreadcrumb([
        { name: '云标', path: '/' },
        { name: software.name, path },
      ]),
    ],
  };
};

const toHeroLabel = (template: SampleTemplate): HeroLabel => {
  const { moreDrawings: _, ...sample } = template;
  return { sample, leads: computeLeadLines(template.content, template.drawing) };
};

/** Number of labels on the strip of a batch. */
const STRIP = 5;

type Home = HomeData & { meta: PageMeta };

/** Builds the data of a software's home page; null when the index belongs to no software. */
const toHomeData = (index: SiteIndex): Home | null => {
  const { software, templates, glyphs, ...data } = index;
  if (!software) return null;
  const [first, second = first] = templates;
  const hero = first ? toHeroLabel(first) : null;
  const batch = second ? toShownLabel(second, STRIP) : null;
  return {
    ...data,
    software,
    hero,
    batch,
    excel: second ? listExcelRows(second) : null,
    glyphs: buildGlyphDefs(glyphs, [
      ...(hero ? [hero.sample.drawing.svg] : []),
      ...(batch?.pictures ?? []).map(({ paper }) => paper.html),
    ]),
    meta: buildHomeMeta({ ...data, software }),
  };
};

/**
 * Loads all data of the home page of a software.
 * @throws the error of the 404 page if the software does not exist
 */
export const loadSoftwareHome = async (c: Place): Promise<Home> => {
  const alias = c.params.soft;
  const reply = await c.context.createApi(alias).call('siteIndex', { alias });
  const home = memoizeByObject(requireReplyData(reply, c), toHomeData);
  if (!home) throw createPageNotFound();
  return home;
};
