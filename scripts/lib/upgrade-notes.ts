// docs/upgrades.md: what an operator has to know of each version, from migrations, settings and CHANGELOG.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { GATEWAY_VERSION } from '../../packages/contract/src/gateway/gateway.ts';
import { type Database, openDatabase } from '../../packages/db/src/database.ts';
import { migrations } from '../../packages/db/src/migrations/index.gen.ts';

const ROOT = join(import.meta.dirname, '../..');

const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

type Version = {
  /** `0.1.0`, or null for what is not released. */
  number: string | null;
  title: string;
  /** Names of its migrations. */
  migrations: string[];
};

/** Versions of CHANGELOG.md, newest first. */
export const listVersions = (changelog: string): Version[] =>
  changelog.split(/^## /m).flatMap((section) => {
    const [, heading = '', number] = /^(Unreleased|(\d+\.\d+\.\d+) — [\d-]+)$/m.exec(section) ?? [];
    if (heading === '' || !section.startsWith(heading)) return [];
    const [, first = '', last = ''] = /`(\d{4})`–`(\d{4})`/.exec(section) ?? [];
    const ownMigrations = Object.keys(migrations)
      .toSorted()
      .filter((name) => first !== '' && name.slice(0, 4) >= first && name.slice(0, 4) <= last);
    return [
      { number: number ?? null, title: number ? heading : '还没有发布', migrations: ownMigrations },
    ];
  });

type Tables = Map<string, Set<string>>;

const readTables = async ({ kysely }: Database): Promise<Tables> =>
  new Map(
    (await kysely.introspection.getTables())
      .filter(({ name }) => !name.startsWith('search_'))
      .map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]),
  );

const formatNames = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join('、');

const describeColumns = (before: Tables, after: Tables): string[] =>
  [...after].flatMap(([table, columns]) => {
    const old = before.get(table);
    if (!old) return [];
    const addedColumns = [...columns].filter((name) => !old.has(name));
    const removedColumns = [...old].filter((name) => !columns.has(name));
    return [
      ...(addedColumns.length > 0 ? [`\`${table}\` 多了 ${formatNames(addedColumns)}`] : []),
      ...(removedColumns.length > 0 ? [`\`${table}\` 少了 ${formatNames(removedColumns)}`] : []),
    ];
  });

const describeStep = (before: Tables, after: Tables): string => {
  const addedTables = [...after.keys()].filter((name) => !before.has(name));
  const removedTables = [...before.keys()].filter((name) => !after.has(name));
  const parts = [
    ...(addedTables.length > 0 ? [`新的表 ${formatNames(addedTables)}`] : []),
    ...(removedTables.length > 0 ? [`去掉表 ${formatNames(removedTables)}`] : []),
    ...describeColumns(before, after),
  ];
  return parts.join('；') || '表不变，只整理内容或索引';
};

/** What each migration does to the tables: all of them run, one by one, on an empty database. */
const describeMigrations = async (): Promise<Map<string, string>> => {
  const db = openDatabase({ filename: ':memory:' });
  try {
    const migrator = new Migrator({
      db: db.kysely,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    const texts = new Map<string, string>();
    let before = await readTables(db);
    for (const name of Object.keys(migrations).toSorted()) {
      const { error } = await migrator.migrateUp();
      if (error) throw new Error(`not migrated to ${name}`, { cause: error });
      const after = await readTables(db);
      texts.set(name, describeStep(before, after));
      before = after;
    }
    return texts;
  } finally {
    await db.close();
  }
};

type Released = Readonly<Record<string, { gateway: number; settings: readonly string[] }>>;

export const readReleased = (): Released =>
  JSON.parse(readSource('scripts/lib/released-versions.json')) as Released;

/** Settings of the server, as `npm run compat` keeps them. */
const readSettings = (): string[] =>
  Array.from(
    readSource('compat/snapshots/settings.txt').matchAll(/^server ([A-Z\d_]+)/gm),
    ([, name = '']) => name,
  );

const describeSettings = (now: readonly string[], before: readonly string[]): string => {
  const addedSettings = now.filter((name) => !before.includes(name)).toSorted();
  const removedSettings = before.filter((name) => !now.includes(name)).toSorted();
  const parts = [
    ...(addedSettings.length > 0 ? [`新的 ${formatNames(addedSettings)}，不写也能启动`] : []),
    ...(removedSettings.length > 0 ? [`不再读 ${formatNames(removedSettings)}`] : []),
  ];
  return parts.join('；') || '没有变';
};

const describeReturn = ({ migrations }: Version): string =>
  migrations.length > 0
    ? '不能直接退：表变了，旧版本不打开新版本写过的库。要退，就装回旧版本，再恢复更新前的备份'
    : '可以：装回旧版本就行，表没有变';

const describeClients = (now: number, before: number): string =>
  now === before
    ? '不用一起更新，上一版的接着打印'
    : `要一起更新：说话的版本从 ${before} 变成 ${now}，旧的会说“版本对不上”，排队的标签等着`;

const formatVersion = (
  version: Version,
  {
    before,
    texts,
    released,
  }: { before: Version | undefined; texts: ReadonlyMap<string, string>; released: Released },
): string => {
  const getFacts = ({ number }: Version) =>
    number === null
      ? { gateway: GATEWAY_VERSION, settings: readSettings() }
      : (released[number] ?? { gateway: 0, settings: [] });
  const facts = getFacts(version);
  const [first = '', last = ''] = [version.migrations.at(0), version.migrations.at(-1)];
  if (!before)
    return `## ${version.title}\n\n第一个版本，没有从更早升级上来的。迁移 \`${first}\` 到 \`${last}\`，设置 ${facts.settings.length} 项。\n`;
  const old = getFacts(before);
  const rows = version.migrations.map((name) => `| \`${name}\` | ${texts.get(name) ?? ''} |`);
  return `## ${version.title}

从 ${before.number ?? ''} 更新：

- 表：${rows.length === 0 ? '没有变' : `${rows.length} 处，启动时自己改，见下表`}
- 设置：${describeSettings(facts.settings, old.settings)}
- 打印客户端：${describeClients(facts.gateway, old.gateway)}
- 退回：${describeReturn(version)}
${rows.length === 0 ? '' : `\n| 迁移 | 改了什么 |\n|---|---|\n${rows.join('\n')}\n`}`;
};

/** Text of docs/upgrades.md. */
export const buildUpgradeNotes = async (): Promise<string> => {
  const versions = listVersions(readSource('CHANGELOG.md'));
  const released = readReleased();
  const texts = await describeMigrations();
  const sections = versions.map((version, i) =>
    formatVersion(version, { before: versions[i + 1], texts, released }),
  );
  return `# 更新要知道的

这份由 \`npm run generate\` 从迁移、设置和 CHANGELOG.md 写出来，不要手改。怎么更新见 [operations.md](operations.md#更新)：先备份，\`doctor\` 都正常，再换版本。跳过几个版本也行，迁移一次做完；做到一半断电、被杀掉，库还是原来的，再启动就接着做。

${sections.join('\n')}`;
};
