import { createHash } from 'node:crypto';
import { parseTemplate } from '@yunbiao/contract';
import { isUniqueViolation, runTransaction, type Tx } from '@yunbiao/db';
import { type Context, DAY, hasSoftware, ServiceError } from '@yunbiao/services';
import {
  seedDetailColors,
  addShippedTemplatesToSoftware,
  indexAllContent,
  LEGAL_TYPES,
  createInvalidator,
  readShippedTemplate,
  TEMPLATE_SETS,
} from '@yunbiao/services/parts';
import { addArticles, prepareSampleArticles } from './add-articles.ts';
import { upgradeOldDemo } from './complete.ts';
import { type DemoMember, ensureDemoMember } from './demo-member.ts';
import { addSampleForum, addSampleMembers, hashUnusablePassword } from './forum.ts';
import { addSampleDictionary } from './dictionary.ts';
import { addSampleDiscounts } from './discounts.ts';
import { type PrintClient, type SampleFile, createSampleFiles } from './files.ts';
import { addSampleHistory } from './history/add-history.ts';
import { SAMPLE_SOFTWARES, type SampleSoftware } from './softwares.ts';
import { PRIVACY, TERMS } from './texts.ts';

const invalidateContent = createInvalidator('content');

type Scope = { ctx: Context; tx: Tx };
type Stored = SampleFile & { fileKey: string; sha256: string };

/** Paper size of the first template, used for test pages. */
const getPaperSize = (sample: SampleSoftware): [number, number] => {
  const [first = 'shelf'] = TEMPLATE_SETS[sample.templateSet];
  const template = parseTemplate(readShippedTemplate(first).template);
  return [template.widthMm, template.heightMm];
};

const storeSampleFiles = async (
  ctx: Context,
  sample: SampleSoftware,
  client: PrintClient,
): Promise<Stored[]> => {
  const storedFiles: Stored[] = [];
  for (const file of createSampleFiles(
    client,
    TEMPLATE_SETS[sample.templateSet],
    getPaperSize(sample),
  )) {
    const sha256 = createHash('sha256').update(file.content).digest('hex');
    const fileKey = `downloads/${sha256}`;
    if (!(await ctx.files.stat(fileKey))) await ctx.files.put(fileKey, file.content);
    storedFiles.push({ ...file, fileKey, sha256 });
  }
  return storedFiles;
};

const addSoftware = async (
  { ctx, tx }: Scope,
  sample: SampleSoftware,
  sort: number,
): Promise<number> => {
  const now = ctx.now();
  const { id } = await tx
    .insertInto('software')
    .values({
      alias: sample.alias,
      domain: null,
      name: sample.name,
      slogan: sample.slogan,
      summary: sample.summary,
      description: sample.description,
      icon: null,
      screenshots: '[]',
      features: JSON.stringify(sample.features),
      platforms: JSON.stringify(sample.platforms),
      contacts: JSON.stringify(sample.contacts),
      facts: JSON.stringify(sample.facts),
      uses: JSON.stringify(sample.uses),
      faqs: JSON.stringify(sample.faqs),
      theme_color: sample.themeColor,
      seo: JSON.stringify(sample.seo),
      state: 'online',
      offline_reason: '',
      sort,
      template_set: sample.templateSet,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const addSamplePlans = async (
  { tx }: Scope,
  softwareId: number,
  sample: SampleSoftware,
): Promise<void> => {
  await tx
    .insertInto('product')
    .values(
      sample.plans.map((plan, sort) => ({
        software_id: softwareId,
        name: plan.name,
        level: plan.level,
        price_fen: plan.price,
        list_price_fen: plan.listPrice,
        days: plan.days,
        entitlements: JSON.stringify(plan.entitlements),
        is_free: plan.level === 0 ? 1 : 0,
        state: 'on',
        sort,
      })),
    )
    .execute();
};

const addDownloads = async (
  { ctx, tx }: Scope,
  softwareId: number,
  files: Stored[],
): Promise<void> => {
  await tx
    .insertInto('download')
    .values(
      files.map((file) => ({
        software_id: softwareId,
        version: file.version,
        platform: file.platform,
        arch: file.arch,
        title: file.title,
        file_name: file.fileName,
        file_key: file.fileKey,
        size: file.content.length,
        sha256: file.sha256,
        notes: file.notes,
        requirement: file.requirement,
        count: 0,
        released_at: ctx.now() - file.age * DAY,
      })),
    )
    .execute();
};

const addLegalTextsAndColors = async ({ ctx, tx }: Scope): Promise<void> => {
  const now = ctx.now();
  const createLegalArticle = (type: keyof typeof LEGAL_TYPES, title: string, content: string) => ({
    software_id: null,
    art_type: LEGAL_TYPES[type],
    title,
    content,
    published_at: now,
    updated_at: now,
  });
  await tx
    .insertInto('article')
    .values([
      createLegalArticle('terms', '用户协议', TERMS),
      createLegalArticle('privacy', '隐私政策', PRIVACY),
    ])
    .execute();
  await seedDetailColors(tx);
};

const addSampleContent = async (ctx: Context, client: PrintClient): Promise<void> => {
  const files = new Map<SampleSoftware, Stored[]>();
  for (const sample of SAMPLE_SOFTWARES)
    files.set(sample, await storeSampleFiles(ctx, sample, client));
  const articles = await prepareSampleArticles(ctx, client.version);
  const hash = await hashUnusablePassword();
  await runTransaction(ctx.db, async (tx) => {
    const scope = { ctx, tx };
    const members = await addSampleMembers(scope, hash);
    for (const [sort, sample] of SAMPLE_SOFTWARES.entries()) {
      const softwareId = await addSoftware(scope, sample, sort + 1);
      await addSamplePlans(scope, softwareId, sample);
      await addSampleDiscounts(scope, { softwareId, alias: sample.alias });
      await addSampleDictionary(tx, { softwareId, alias: sample.alias });
      await addShippedTemplatesToSoftware(scope, {
        id: softwareId,
        template_set: sample.templateSet,
      });
      await addDownloads(scope, softwareId, files.get(sample) ?? []);
      await addSampleForum(scope, { softwareId, alias: sample.alias, members });
      await addArticles(scope, softwareId, articles.get(sample.alias));
    }
    await addLegalTextsAndColors(scope);
    await indexAllContent({ tx });
    await invalidateContent({ ctx, tx });
  });
};

/**
 * Adds the sample history, if the plans allow it. A changed plan can make it impossible; the demo
 * starts anyway.
 */
const tryAddSampleHistory = async (ctx: Context): Promise<void> => {
  try {
    if (await addSampleHistory(ctx)) ctx.log.info('sample history added');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx.log.warn('sample history left out', { error });
  }
};

/**
 * Creates the sample content and the demo member at the first demo start. Later starts only add
 * what a demo of an earlier version lacks. Returns the name and password of the demo member, stored
 * in a file that only the owner of the data folder can read.
 */
export const seedDemo = async ({
  ctx,
  dataDir,
  client,
  history = false,
}: {
  ctx: Context;
  dataDir: string;
  client: PrintClient;
  /** Adds a month of print history. */
  history?: boolean;
}): Promise<DemoMember> => {
  try {
    if (!(await hasSoftware({ ctx }))) await addSampleContent(ctx, client);
    else {
      const softwares = await upgradeOldDemo(ctx, client.version);
      if (softwares.length > 0) ctx.log.info('sample content added', { softwares });
    }
  } catch (error) {
    // Another process started concurrently and was first.
    if (!isUniqueViolation(error)) throw error;
  }
  const member = await ensureDemoMember({ ctx, dataDir });
  if (history) await tryAddSampleHistory(ctx);
  return member;
};
