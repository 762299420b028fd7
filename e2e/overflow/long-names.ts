import {
  CLIENT_GROUP_LENGTH,
  CLIENT_REMARK_LENGTH,
  MACHINE_NAME_LENGTH,
  PRINTER_NAME_LENGTH,
  REASON_LENGTH,
} from '@yunbiao/contract/limits/client';
import { COMPANY_LENGTH, NICKNAME_LENGTH } from '@yunbiao/contract/limits/account';
import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import {
  ARTICLE_TITLE_LENGTH,
  FILE_TITLE_LENGTH,
  SLOGAN_LENGTH,
  SOFTWARE_NAME_LENGTH,
  VERSION_LENGTH,
} from '@yunbiao/contract/limits/content';
import {
  GROUP_NAME_LENGTH,
  POST_TITLE_LENGTH,
  STAFF_TITLE_LENGTH,
} from '@yunbiao/contract/limits/forum';
import { PLAN_NAME_LENGTH } from '@yunbiao/contract/limits/money';
import { LABEL_TITLE_LENGTH } from '@yunbiao/contract/limits/print';
import { TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { openDatabase, sql } from '@yunbiao/db';

type Database = ReturnType<typeof openDatabase>;

/**
 * Longer than any name may be: Chinese, which breaks anywhere, and Latin words, which do not. No
 * digits, which would merge with the number behind a name.
 */
const LONG =
  '二楼东侧恒温仓库第三排货架旁边WarehouseLabelPrinterNextToTheNorthGate与备用的一台，交给早班的同事看管，' +
  '晚班不用它打印箱唛和面单，只打印商品价签；换纸以前先问InternationalLogisticsDepartmentOfTheSecondFactory，' +
  '再把回执夹在打印机右边的文件夹里，每周五下午由库管统一收走并登记在册，缺的当场补打印，多的剪角作废，月底连同盘点表一起交';

/** Table → its name columns and their maximum lengths. */
const NAMED: Record<string, Record<string, number>> = {
  software: { name: SOFTWARE_NAME_LENGTH, slogan: SLOGAN_LENGTH },
  product: { name: PLAN_NAME_LENGTH },
  member_order: { product_name: PLAN_NAME_LENGTH },
  download: { title: FILE_TITLE_LENGTH },
  article: { title: ARTICLE_TITLE_LENGTH },
  forum_group: { name: GROUP_NAME_LENGTH },
  post: { title: POST_TITLE_LENGTH.max },
  member: { nickname: NICKNAME_LENGTH.max, company: COMPANY_LENGTH },
  client: {
    name: MACHINE_NAME_LENGTH,
    remark: CLIENT_REMARK_LENGTH,
    group_name: CLIENT_GROUP_LENGTH,
  },
  printer: { name: PRINTER_NAME_LENGTH, state_text: REASON_LENGTH },
  print_config: { name: CONFIG_NAME_LENGTH },
  template: { name: TEMPLATE_NAME_LENGTH },
  batch: {
    template_name: TEMPLATE_NAME_LENGTH,
    config_name: CONFIG_NAME_LENGTH,
    client_name: MACHINE_NAME_LENGTH,
    printer_name: PRINTER_NAME_LENGTH,
  },
  detail: { title: LABEL_TITLE_LENGTH, reason: REASON_LENGTH },
  // The site's own text around a name.
  notice: { title: 60, text: 200 },
};

/** The longest suffix of a version number. */
const VERSION = '-beta.20261122.warehouse';

const lengthenTexts = async (db: Database, table: string): Promise<void> => {
  for (const [column, length] of Object.entries(NAMED[table] ?? {})) {
    const name = sql.ref(column);
    await sql`update ${sql.table(table)} set ${name} = substr(${name} || ${LONG}, 1, ${length})`.execute(
      db.kysely,
    );
  }
};

/** Sets every name of the site to its maximum length and every download count to seven digits. */
export const lengthenNames = async (dataDir: string): Promise<void> => {
  const db = openDatabase({ dataDir });
  try {
    for (const table of Object.keys(NAMED)) await lengthenTexts(db, table);
    await sql`update member set official = ${LONG.slice(0, STAFF_TITLE_LENGTH)} where official <> ''`.execute(
      db.kysely,
    );
    await sql`update download set count = 1234567, version = substr(version || ${VERSION}, 1, ${VERSION_LENGTH})`.execute(
      db.kysely,
    );
    await sql`update content_generation set generation = generation + 1`.execute(db.kysely);
  } finally {
    await db.close();
  }
};
