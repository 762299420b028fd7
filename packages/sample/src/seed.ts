import { createHash } from 'node:crypto';
import { parseTemplate } from '@yunbiao/contract';
import { isUniqueViolation, transaction, type Tx } from '@yunbiao/db';
import { type Context, DAY, hasSoftware, ServiceError } from '@yunbiao/services';
import { addDetailColors, indexEverything, LEGAL_TYPES, raises } from '@yunbiao/services/parts';
import { addArticles, readyArticles } from './add-articles.ts';
import { completeDemo } from './complete.ts';
import { type DemoMember, ensureDemoMember } from './demo-member.ts';
import { addSampleForum, addSampleMembers, unusablePassword } from './forum.ts';
import { addSampleDictionary } from './dictionary.ts';
import { addSampleDiscounts } from './discounts.ts';
import { type PrintClient, type SampleFile, sampleFiles, sampleLabel } from './files.ts';
import { addHistory } from './history/add-history.ts';
import { SAMPLE_SOFTWARES, type SampleSoftware } from './softwares.ts';
import { PRIVACY, TERMS } from './texts.ts';

const everythingChanged = raises('content');

type Scope = { ctx: Context; tx: Tx };
type Stored = SampleFile & { fileKey: string; sha256: string };

/** Test pages are made for the paper of the first template. */
const getPaper = (sample: SampleSoftware): [number, number] => {
  const template = parseTemplate(sampleLabel(sample.templates[0] ?? 'shelf').template);
  return [template.widthMm, template.heightMm];
};

const storeFiles = async (
  ctx: Context,
  sample: SampleSoftware,
  client: PrintClient,
): Promise<Stored[]> => {
  const stored: Stored[] = [];
  for (const file of sampleFiles(client, sample.templates, getPaper(sample))) {
    const sha256 = createHash('sha256').update(file.content).digest('hex');
    const fileKey = `downloads/${sha256}`;
    if (!(await ctx.files.stat(fileKey))) await ctx.files.put(fileKey, file.content);
    stored.push({ ...file, fileKey, sha256 });
  }
  return stored;
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
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const addPlans = async (
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

const addTemplates = async (
  { ctx, tx }: Scope,
  softwareId: number,
  sample: SampleSoftware,
): Promise<void> => {
  for (const file of sample.templates) {
    const label = sampleLabel(file);
    const template = parseTemplate(label.template);
    await tx
      .insertInto('template')
      .values({
        software_id: softwareId,
        member_id: null,
        name: label.name,
        category: label.category,
        width: Math.round(template.widthMm * 100),
        height: Math.round(template.heightMm * 100),
        content: JSON.stringify(template),
        created_at: ctx.now(),
        updated_at: ctx.now(),
        deleted_at: null,
      })
      .execute();
  }
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

const addSiteTexts = async ({ ctx, tx }: Scope): Promise<void> => {
  const now = ctx.now();
  const legal = (type: keyof typeof LEGAL_TYPES, title: string, content: string) => ({
    software_id: null,
    art_type: LEGAL_TYPES[type],
    title,
    content,
    published_at: now,
    updated_at: now,
  });
  await tx
    .insertInto('article')
    .values([legal('terms', '用户协议', TERMS), legal('privacy', '隐私政策', PRIVACY)])
    .execute();
  await addDetailColors(tx);
};

const addContent = async (ctx: Context, client: PrintClient): Promise<void> => {
  const files = new Map<SampleSoftware, Stored[]>();
  for (const sample of SAMPLE_SOFTWARES) files.set(sample, await storeFiles(ctx, sample, client));
  const articles = await readyArticles(ctx, client.version);
  const hash = await unusablePassword();
  await transaction(ctx.db, async (tx) => {
    const scope = { ctx, tx };
    const members = await addSampleMembers(scope, hash);
    for (const [sort, sample] of SAMPLE_SOFTWARES.entries()) {
      const softwareId = await addSoftware(scope, sample, sort + 1);
      await addPlans(scope, softwareId, sample);
      await addSampleDiscounts(scope, { softwareId, alias: sample.alias });
      await addSampleDictionary(tx, { softwareId, alias: sample.alias });
      await addTemplates(scope, softwareId, sample);
      await addDownloads(scope, softwareId, files.get(sample) ?? []);
      await addSampleForum(scope, { softwareId, alias: sample.alias, members });
      await addArticles(scope, softwareId, articles.get(sample.alias));
    }
    await addSiteTexts(scope);
    await indexEverything({ tx });
    await everythingChanged({ ctx, tx });
  });
};

/** An operator may have changed a plan so that it cannot be: the demo starts all the same. */
const tryHistory = async (ctx: Context): Promise<void> => {
  try {
    if (await addHistory(ctx)) ctx.log.info('sample history added');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    ctx.log.warn('sample history left out', { error });
  }
};

/**
 * Sample content and the demo member, made at the first demo start and left alone at later ones, but for what a demo of
 * an earlier version lacks. Returns the demo member's name and password, which are kept readable by the owner of the
 * data folder only.
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
  /** The demo member has printed for a month. */
  history?: boolean;
}): Promise<DemoMember> => {
  try {
    if (!(await hasSoftware({ ctx }))) await addContent(ctx, client);
    else {
      const softwares = await completeDemo(ctx, client.version);
      if (softwares.length > 0) ctx.log.info('sample content added', { softwares });
    }
  } catch (error) {
    // Another process, started at the same moment, was first.
    if (!isUniqueViolation(error)) throw error;
  }
  const member = await ensureDemoMember({ ctx, dataDir });
  if (history) await tryHistory(ctx);
  return member;
};
