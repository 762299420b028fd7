import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOutput } from '@yunbiao/contract';
import { migrate, openDatabase } from '@yunbiao/db';
import { seedDemo } from '@yunbiao/sample';
import {
  type Context,
  loadSiteFrame,
  getSoftware,
  listSearchPages,
  searchContent,
} from '@yunbiao/services';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { createServiceContext } from '../../apps/server/src/startup/create-context.ts';

/**
 * A question as people ask it, and the addresses of pages that answer it: without the software's
 * alias; `article:protocol` and `article:privacy` are the texts of the whole site.
 */
export type Question = { q: string; pages: string[] };

export type Answer = Question & {
  /** Addresses as the page lists them: pages first, then other results. */
  found: string[];
  /** At least one of the pages exists in this build. */
  isAnswerable: boolean;
  /** A page is listed under these very words. */
  isListed: boolean;
  /** CPU time of the search, ms. */
  cpuMs: number;
};

const ALIAS = 'yunbiao';
/** A right answer is among this many. */
const MAX_LOOKED_AT = 3;

type Found = CallOutput<'search'>;
type Legal = CallOutput<'common'>['legal'];

/** Two addresses of one page, and the tools that the whole site and a software both have. */
const SAME_PAGES: Readonly<Record<string, string>> = {
  '/user/template': '/tools/temp?own=1',
  '/tools/gifGenerator': '/tools/generator',
};

const normalizeAddress = (href: string, { termsId, privacyId }: Legal): string => {
  const path = href.replace(/#.*$/, '').replace(`/${ALIAS}/`, '/');
  if (path === `/article/${termsId}.html`) return 'article:protocol';
  if (path === `/article/${privacyId}.html`) return 'article:privacy';
  return SAME_PAGES[path] ?? path;
};

const FOLDERS = { post: 'qa', article: 'article', updateLog: 'article', download: 'download' };

const listFound = ({ pages, list }: Found, legal: Legal): string[] => [
  ...pages.map(({ href }) => normalizeAddress(href, legal)),
  ...list.map(({ kind, id }) => `/${FOLDERS[kind]}/${id}.html`),
];

/** Letters and digits alone: `GP-1324D 能用吗？` and `gp1324d能用吗` are the same words. */
const normalizeWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const collectListedWords = (pages: readonly { title: string; also: readonly string[] }[]) =>
  new Set(pages.flatMap(({ title, also }) => [title, ...also].map(normalizeWords)));

/** Runs a search and measures its CPU time. */
const measureSearch = async (
  query: Parameters<typeof searchContent>[0],
): Promise<{ result: Found; cpuMs: number }> => {
  const start = process.cpuUsage();
  const result = await searchContent(query);
  const { user, system } = process.cpuUsage(start);
  return { result, cpuMs: (user + system) / 1000 };
};

const askAll = async (ctx: Context, questions: readonly Question[]): Promise<Answer[]> => {
  const software = await getSoftware(ctx, { alias: ALIAS });
  const { legal } = await loadSiteFrame({ ctx, software });
  const scope = { executor: ctx.db.kysely, softwareId: software.id, now: ctx.now() };
  const pages = await listSearchPages(scope);
  const existing = new Set(
    pages.map(({ href }) => normalizeAddress(href.replace('{soft}', ALIAS), legal)),
  );
  const listedWords = collectListedWords(pages);
  const answers: Answer[] = [];
  // The first search loads the readings and builds the index.
  await searchContent({ ctx, software, input: { q: '标签', page: 1, pageSize: 20 } });
  for (const question of questions) {
    const input = { q: question.q, page: 1, pageSize: 20 };
    const wanted = question.pages.map((address) => SAME_PAGES[address] ?? address);
    const { result, cpuMs } = await measureSearch({ ctx, software, input });
    answers.push({
      q: question.q,
      pages: wanted,
      found: listFound(result, legal),
      isAnswerable: wanted.some((address) => existing.has(address)),
      isListed: listedWords.has(normalizeWords(question.q)),
      cpuMs,
    });
  }
  return answers;
};

/** Asks the questions of the search of the demo. */
export const askQuestions = async (questions: readonly Question[]): Promise<Answer[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yb-questions-'));
  const db = openDatabase({ filename: join(dataDir, 'questions.db') });
  try {
    await migrate(db);
    const ctx = createServiceContext(readConfig({ DATA_DIR: dataDir }), db, createLog('error'));
    await seedDemo({ ctx, dataDir, client: { version: '0.1.0', buildPackages: () => [] } });
    return await askAll(ctx, questions);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** True if a right page is among the first results. */
export const isAnswered = ({ pages, found }: Answer): boolean =>
  found.slice(0, MAX_LOOKED_AT).some((address) => pages.includes(address));
