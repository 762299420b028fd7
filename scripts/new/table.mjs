import { updateMigrationRanges } from '../lib/changelog.mjs';
import { PLACEHOLDER } from '../lib/placeholders.mjs';
import {
  addImport,
  addToBlock,
  insertAfter,
  insertBefore,
  Refusal,
  requireName,
  toCamel,
  toPascal,
} from './edit.mjs';

export const usage = 'table name [--of account|forum|money|label|printer|integration|site]';

const SCHEMA = 'packages/db/src/schema';
const MIGRATIONS = 'packages/db/src/migrations';
const INDEX = 'packages/db/src/index.ts';
const CHANGELOG = 'CHANGELOG.md';
const PRIVACY = 'packages/services/src/privacy';
const INVENTORY = `${PRIVACY}/table-inventory.ts`;

const OWNERS = ['account', 'forum', 'money', 'label', 'printer', 'integration', 'site'];

/** One more than the highest number. A gap may be a number in use on another branch. */
export const findNextNumber = (files) => {
  const numbers = files.flatMap((file) => (/^\d{4}-/.test(file) ? [Number(file.slice(0, 4))] : []));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
};

const writeSchema = (tree, { name, file, isMembers }) => {
  const type = `${toPascal(name)}Table`;
  tree.create(
    `${SCHEMA}/${file}.ts`,
    `import type { Generated } from 'kysely';

/** ${PLACEHOLDER}: what a row stands for. */
export type ${type} = {
  id: Generated<number>;
${isMembers ? '  member_id: number;\n' : ''}  name: string;
  created_at: number;
};
`,
  );
  tree.edit(`${SCHEMA}/index.ts`, (text) =>
    addToBlock(
      addImport(text, `import type * as ${toCamel(name)} from './${file}.ts';`),
      'export type Schema = {',
      `  ${name}: ${toCamel(name)}.${type};\n`,
    ),
  );
  tree.edit(INDEX, (text) =>
    insertBefore(
      text,
      "export { sql } from 'kysely';",
      `export type * from './schema/${file}.ts';\n`,
    ),
  );
};

const writeMigration = (tree, { name, migration, isMembers }) => {
  const keys = isMembers ? ", { member_id: 'member' }" : '';
  tree.create(
    `${MIGRATIONS}/${migration}.ts`,
    `import { ${isMembers ? 'index, ' : ''}type MigrationDb, table } from './columns.ts';

/** ${PLACEHOLDER}: what the rows are for. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(db, '${name}', { text: 'name', int: '${isMembers ? 'member_id ' : ''}created_at' }${keys}).execute();
${isMembers ? `  await index(db, '${name}', ['member_id']);\n` : ''}};
`,
  );
  tree.create(
    `${SCHEMA}/${migration.slice(5)}.test.ts`,
    `import { expect, it } from 'vitest';
import { describeEachDatabase } from '../testing.ts';

describeEachDatabase((open) => {
  it('is there, and empty, once the migrations have run', async () => {
    const db = await open();
    expect(await db.kysely.selectFrom('${name}').selectAll().execute()).toEqual([]);
  });
});
`,
  );
};

const registerTableOwner = (tree, { name, owner }) => {
  if (owner === 'site') {
    tree.edit(INVENTORY, (text) =>
      addToBlock(text, 'const TABLE_INVENTORY = {', `  ${name}: SITE,\n`),
    );
    return INVENTORY;
  }
  const path = `${PRIVACY}/${owner}-tables.ts`;
  tree.edit(path, (text) => {
    const entry = `  ${name}: {
    title: '${PLACEHOLDER}：${name}',
    owner: MEMBER_OWNER,
    columns: { id: 'id', member_id: 'inner', name: 'plain', created_at: 'time' },
    erase: REMOVE,
  },
`;
    // Rows are deleted in this order, so a row precedes those it refers to; the member's row is last.
    const withRemove = / REMOVE\b/.test(text)
      ? text
      : text.replace('MEMBER_OWNER, ', 'MEMBER_OWNER, REMOVE, ');
    return insertAfter(withRemove, `export const ${owner.toUpperCase()}_TABLES = {\n`, entry);
  });
  return path;
};

export const plan = (tree, typedName, { of: owner = 'account' }) => {
  const name = requireName(
    typedName,
    /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
    'a table in snake case and singular, like member_note',
  );
  if (!OWNERS.includes(owner)) throw new Refusal(`--of is one of ${OWNERS.join(', ')}`);
  if (new RegExp(`^  ${name}: `, 'm').test(tree.read(`${SCHEMA}/index.ts`)))
    throw new Refusal(`There is a table ${name} already`);
  const file = name.replaceAll('_', '-');
  const number = findNextNumber(tree.list(MIGRATIONS));
  const table = {
    name,
    file,
    owner,
    migration: `${number}-${file}`,
    isMembers: owner !== 'site',
  };
  writeSchema(tree, table);
  writeMigration(tree, table);
  tree.edit(CHANGELOG, (text) => updateMigrationRanges(text, number));
  const inventory = registerTableOwner(tree, table);
  return {
    generates: [`${MIGRATIONS}/index.gen.ts`],
    remains: [
      `${SCHEMA}/${file}.ts and ${MIGRATIONS}/${table.migration}.ts: the same columns in both, and an index for each way rows are looked for. Move the type to another file of the schema if it belongs to one.`,
      `${inventory}: ${table.isMembers ? 'the title in Chinese; how the export writes each column, what becomes of the rows when the account is closed (withAccount: at once, for rows that give access; others follow in steps); before the tables its rows refer to' : 'why it holds nothing of members, if not “本站的内容和设置”'}.`,
      ...(table.isMembers
        ? [
            `${PRIVACY}/testing-marks.ts: REFERS for a column that refers to a row, SENSE for one that holds a word of a set.`,
            `${PRIVACY}/personal.test.ts: KEPT, if anything stays with an erased account.`,
            `apps/server/src/api/authorization-matrix.test.ts: ${name} in the list of snapshot(), once calls name its rows.`,
          ]
        : []),
      `${SCHEMA}/${file}.test.ts: facts about what the migration does with data that is there.`,
      'npm run compat -- --update: keeps it in compat/snapshots/database.txt and compat/snapshots/migrations.txt. After a release the migration is never edited.',
    ],
  };
};
