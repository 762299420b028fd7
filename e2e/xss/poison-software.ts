import { ARTICLE, type Db, DOCUMENTS, hashText, LINE, NAMES, WORD } from './poison-texts.ts';

const HOUR = 3_600_000;

const software = {
  domain: null,
  icon: null,
  state: 'online',
  offline_reason: LINE,
  sort: 9,
  slogan: LINE,
  summary: LINE,
  description: ARTICLE,
  theme_color: '#135ba6',
  screenshots: JSON.stringify([{ url: '/uploads/none.png', alt: LINE }]),
  features: JSON.stringify(NAMES.map((text) => ({ title: text, text }))),
  platforms: JSON.stringify(['windows', LINE]),
  contacts: JSON.stringify([{ label: LINE, value: LINE, href: null }]),
  facts: JSON.stringify([{ label: LINE, value: LINE }]),
  uses: JSON.stringify([{ who: LINE, what: LINE, paper: LINE }]),
  faqs: JSON.stringify(NAMES.map((text) => ({ question: text, answer: text }))),
  seo: JSON.stringify({ title: LINE, description: LINE }),
};

const limits = {
  labelsPerMonth: 1000,
  clients: 9,
  printers: 9,
  templates: 9,
  retentionDays: 9,
  apiCallsPerMinute: 9,
};

const label = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [{ name: '品名', label: '"><img src=x onerror=__xss(0)>', sample: LINE.slice(0, 1900) }],
  elements: [
    {
      type: 'text',
      id: '"><svg onload=__xss(0)>',
      xMm: 1,
      yMm: 1,
      widthMm: 48,
      heightMm: 20,
      rotation: 0,
      content: '{{品名}}',
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'wrap',
    },
  ],
};

export const addSoftware = async (
  db: Db,
  alias: string,
  name: string,
  now: number,
): Promise<number> => {
  const { id } = await db
    .insertInto('software')
    .values({ ...software, alias, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [level, plan] of ['免费', ...NAMES.slice(0, 3)].entries()) {
    const price = { price_fen: level * 100, list_price_fen: level * 200, days: level * 30 };
    const rest = { is_free: level === 0 ? 1 : 0, state: 'on', sort: level };
    await db
      .insertInto('product')
      .values({
        software_id: id,
        name: plan,
        level,
        ...price,
        ...rest,
        entitlements: JSON.stringify(limits),
      })
      .execute();
  }
  const template = { width: 5000, height: 3000, content: JSON.stringify(label) };
  await db
    .insertInto('template')
    .values({
      software_id: id,
      member_id: null,
      name: LINE,
      category: LINE,
      ...template,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  return id;
};

export const addDownloads = (db: Db, softwareId: number, now: number): Promise<unknown> =>
  db
    .insertInto('download')
    .values(
      ['windows', 'any'].map((platform, at) => ({
        software_id: softwareId,
        version: LINE,
        platform,
        arch: LINE,
        title: LINE,
        file_name: LINE,
        file_key: 'downloads/none',
        size: 10,
        sha256: hashText(platform),
        notes: ARTICLE,
        requirement: LINE,
        count: 1,
        released_at: now - at * HOUR,
      })),
    )
    .execute();

export const addArticles = async (db: Db, softwareId: number, now: number): Promise<void> => {
  for (const art_type of ['updateLog', 'help', 'news']) {
    const texts = { title: LINE, summary: LINE, version: LINE, content: `${WORD}\n\n${ARTICLE}` };
    const times = { published_at: now, updated_at: now };
    await db
      .insertInto('article')
      .values({ software_id: softwareId, art_type, ...texts, ...times })
      .execute();
  }
  // Update logs parse their changes from list items.
  const content = `## 修复\n\n${DOCUMENTS.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')}`;
  const texts = { title: WORD, summary: WORD, version: '9.9.9', content };
  await db
    .insertInto('article')
    .values({
      software_id: softwareId,
      art_type: 'updateLog',
      ...texts,
      published_at: now,
      updated_at: now,
    })
    .execute();
};
