import { ACCOUNT_TABLES } from './account-tables.ts';
import { FORUM_TABLES } from './forum-tables.ts';
import { INTEGRATION_TABLES } from './integration-tables.ts';
import { LABEL_TABLES } from './label-tables.ts';
import { MONEY_TABLES } from './money-tables.ts';
import { PRINTER_TABLES } from './printer-tables.ts';
import type { MemberTable, TableInventory } from './table-inventory-types.ts';
import type { TableName } from '@yunbiao/db';

const SITE = { ofTheSite: '本站的内容和设置' };
const SEARCH_INDEX = { ofTheSite: '公开的问答和文章的索引，跟着它们走' };

/** All tables, in order of deletion. */
const TABLE_INVENTORY = {
  ...LABEL_TABLES,
  ...PRINTER_TABLES,
  ...INTEGRATION_TABLES,
  ...FORUM_TABLES,
  ...MONEY_TABLES,
  ...ACCOUNT_TABLES,
  software: SITE,
  product: SITE,
  download: SITE,
  article: SITE,
  dict: SITE,
  content_generation: SITE,
  discount_code: SITE,
  forum_group: SITE,
  forum_word: SITE,
  printer_model: SITE,
  data_mark: SITE,
  search_doc: SEARCH_INDEX,
  search_text: SEARCH_INDEX,
  search_word: SEARCH_INDEX,
  counter: { ofTheSite: '密码、配对码等错过几次的摘要，过一天就清掉' },
  code_count: { ofTheSite: '要过几次验证码的摘要，过一天就清掉' },
  retired_name: { ofTheSite: '用过的用户名的摘要，为了不再给别人' },
  site_build: { ofTheSite: '最近几次构建的网页文件清单' },
  node: { ofTheSite: '正在运行的服务器' },
  node_message: { ofTheSite: '服务器之间传的话，读过就删' },
} as const satisfies TableInventory;

/**
 * Tables with data of members. The keys of {@link TABLE_INVENTORY} are table names: its type check ensures
 * that.
 */
export const MEMBER_TABLES: readonly (readonly [TableName, MemberTable])[] = Object.entries(
  TABLE_INVENTORY,
).flatMap(([table, memberTable]) =>
  'ofTheSite' in memberTable ? [] : [[table as TableName, memberTable] as const],
);
