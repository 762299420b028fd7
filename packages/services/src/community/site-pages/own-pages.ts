import type { ContentKind } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { LEGAL_TYPES } from '../../identity/software/legal.ts';
import { getExcerpt } from '../../platform/markdown/markdown.ts';
import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { LEGAL_WORDS } from './words/legal-words.ts';
import { TEMPLATE_WORDS } from './words/template-words.ts';

const SUMMARY_LENGTH = 80;

/** Pages, which hold until this time (epoch ms) unless their content changes. */
type OwnPages = { pages: SitePage[]; until: number };

export type OwnPagesScope = { executor: Executor; softwareId: number; now: number };

/** Public templates of the software. */
const listTemplatePages = async ({ executor, softwareId }: OwnPagesScope): Promise<SitePage[]> => {
  const rows = await executor
    .selectFrom('template')
    .select(['id', 'name', 'category', 'width', 'height'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, category, width, height }) => {
    const size = `${width / 100} × ${height / 100} mm`;
    const words = TEMPLATE_WORDS.filter((entry) => entry.in.test(`${name} ${category}`));
    return {
      kind: 'template',
      title: name,
      summary: `模板，${category}，${size}`,
      also: [`${name}模板`, ...words.flatMap(({ also }) => splitSearchPhrases(also))],
      href: `/{soft}/tools/design-${id}.html`,
    };
  });
};

/** Terms and privacy statement of the whole site. `until`: the next one comes into force. */
const readLegalPages = async ({ executor, now }: OwnPagesScope): Promise<OwnPages> => {
  const rows = await executor
    .selectFrom('article')
    .select(['id', 'art_type', 'title', 'summary', 'content', 'published_at'])
    .where('software_id', 'is', null)
    .where('art_type', 'in', Object.values(LEGAL_TYPES))
    .orderBy('id')
    .execute();
  const published = rows.filter((row) => row.published_at <= now);
  const laterTimes = rows.map((row) => row.published_at).filter((time) => time > now);
  return {
    // The newest of a type is the one in force.
    pages: [...new Map(published.map((row) => [row.art_type, row])).values()].map((row) => ({
      kind: 'terms',
      title: row.title,
      summary: row.summary || getExcerpt(row.content, SUMMARY_LENGTH),
      also: splitSearchPhrases(LEGAL_WORDS[row.art_type] ?? ''),
      href: `/article/${row.id}.html`,
    })),
    until: Math.min(...laterTimes, Infinity),
  };
};

/** The page of the plans, found by their names and by the questions next to the prices. */
const listPlanPages = async ({ executor, softwareId }: OwnPagesScope): Promise<SitePage[]> => {
  const [software, plans] = await Promise.all([
    executor.selectFrom('software').select('faqs').where('id', '=', softwareId).executeTakeFirst(),
    executor
      .selectFrom('product')
      .select('name')
      .where('software_id', '=', softwareId)
      .where('state', '=', 'on')
      .orderBy('sort')
      .orderBy('id')
      .execute(),
  ]);
  const faqs = JSON.parse(software?.faqs ?? '[]') as { question: string; answer: string }[];
  return [
    ...faqs.map(({ question, answer }): SitePage => ({
      kind: 'faq',
      title: question,
      summary: answer,
      also: [],
      href: '/{soft}/vip',
    })),
    ...plans.map(({ name }): SitePage => ({
      kind: 'plan',
      title: name,
      summary: '价格和每月额度',
      also: [],
      href: '/{soft}/vip',
    })),
  ];
};

/** Tags of the content that own pages show; a change of it invalidates them. */
export const OWN_PAGES_TAGS = [
  'article',
  'product',
  'software',
  'template',
] as const satisfies ContentKind[];

/** Reads the pages that come from the database. */
export const readOwnPages = async (scope: OwnPagesScope): Promise<OwnPages> => {
  const [plans, templates, { pages, until }] = await Promise.all([
    listPlanPages(scope),
    listTemplatePages(scope),
    readLegalPages(scope),
  ]);
  return { pages: [...plans, ...templates, ...pages], until };
};
