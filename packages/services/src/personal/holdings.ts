import { ofAccount } from './of-account.ts';
import { ofForum } from './of-forum.ts';
import { ofMoney } from './of-money.ts';
import { ofPrinting } from './of-printing.ts';
import { ofSystems } from './of-systems.ts';
import type { Held, Holdings } from './holding.ts';
import type { TableName } from '@yunbiao/db';

const SITE = { ofTheSite: '本站的内容和设置' };

/** Every table there is, in the order what is a member's goes. */
const HOLDINGS = {
  ...ofPrinting,
  ...ofSystems,
  ...ofForum,
  ...ofMoney,
  ...ofAccount,
  software: SITE,
  product: SITE,
  download: SITE,
  article: SITE,
  dict: SITE,
  content_generation: SITE,
  discount_code: SITE,
  forum_group: SITE,
  forum_word: SITE,
  data_mark: SITE,
  search_doc: { ofTheSite: '公开的问答和文章的索引，跟着它们走' },
  search_text: { ofTheSite: '公开的问答和文章的索引，跟着它们走' },
  search_word: { ofTheSite: '公开的问答和文章的索引，跟着它们走' },
  counter: { ofTheSite: '密码、配对码等错过几次的摘要，过一天就清掉' },
  code_count: { ofTheSite: '要过几次验证码的摘要，过一天就清掉' },
  retired_name: { ofTheSite: '用过的用户名的摘要，为了不再给别人' },
} as const satisfies Holdings;

/** What is a member's, by table. The names are those of {@link HOLDINGS}: what is no table of the schema did not compile. */
export const HELD: readonly (readonly [TableName, Held])[] = Object.entries(HOLDINGS).flatMap(
  ([table, held]) => ('ofTheSite' in held ? [] : [[table as TableName, held] as const]),
);
