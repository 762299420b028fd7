import { index, type MigrationDb, table } from './columns.ts';

const account = async (db: MigrationDb): Promise<void> => {
  await table(db, 'member', {
    text: `
        username username_key password_hash nickname avatar? cover? intro company share_code`,
    int: 'is_demo created_at',
  }).execute();
  await index(db, 'member', ['username_key'], 'unique');
  await index(db, 'member', ['share_code'], 'unique');

  await table(
    db,
    'session',
    { text: 'token_hash user_agent address', int: 'member_id created_at last_used_at expires_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'session', ['token_hash'], 'unique');
  await index(db, 'session', ['member_id']);
  await index(db, 'session', ['expires_at']);
};

const software = async (db: MigrationDb): Promise<void> => {
  await table(db, 'software', {
    text: `
        alias domain? name slogan summary description icon? screenshots features platforms
        contacts facts theme_color seo state offline_reason`,
    int: 'sort created_at updated_at',
  }).execute();
  await index(db, 'software', ['alias'], 'unique');
  await index(db, 'software', ['domain'], 'unique');

  await table(
    db,
    'suspension',
    { text: 'reason', int: 'member_id software_id created_at' },
    { member_id: 'member', software_id: 'software' },
  ).execute();
  await index(db, 'suspension', ['member_id', 'software_id'], 'unique');

  await table(
    db,
    'product',
    {
      text: 'name entitlements state',
      int: 'software_id level price_fen list_price_fen days is_free sort',
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'product', ['software_id', 'sort']);

  await table(
    db,
    'vip',
    { int: 'member_id software_id product_id expires_at updated_at' },
    { member_id: 'member', software_id: 'software', product_id: 'product' },
  ).execute();
  await index(db, 'vip', ['member_id', 'software_id'], 'unique');
};

const content = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'download',
    {
      text: `
        version platform arch title file_name file_key sha256 notes requirement`,
      int: 'software_id size count released_at',
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'download', ['software_id', 'released_at']);

  await table(
    db,
    'article',
    { text: 'art_type title content', int: 'software_id? published_at updated_at' },
    { software_id: 'software' },
  ).execute();
  await index(db, 'article', ['software_id', 'art_type', 'published_at']);

  await table(
    db,
    'dict',
    { text: 'dict_type dict_label dict_value', int: 'software_id? sort enabled' },
    { software_id: 'software' },
  ).execute();
  await index(db, 'dict', ['software_id', 'dict_type', 'sort']);

  await db.schema
    .createTable('content_generation')
    .addColumn('tag', 'text', (column) => column.primaryKey())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .execute();
};

const clients = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'client',
    {
      text: 'name remark group_name key_hash? system version address ledger_id?',
      int: `
        member_id software_id enabled ledger_seq fence paired_at last_seen_at? revoked_at?`,
    },
    { member_id: 'member', software_id: 'software' },
  ).execute();
  await index(db, 'client', ['key_hash'], 'unique');
  await index(db, 'client', ['member_id', 'software_id']);

  await table(
    db,
    'pairing',
    {
      text: 'code secret_hash machine_name system version address',
      int: 'tries client_id? collected created_at expires_at',
    },
    { client_id: 'client' },
  ).execute();
  await index(db, 'pairing', ['code'], 'unique');
  await index(db, 'pairing', ['secret_hash'], 'unique');
  await index(db, 'pairing', ['expires_at']);

  await table(
    db,
    'printer',
    {
      text: 'local_id name language evidence state state_reasons state_text',
      int: 'client_id dpi exclusive counter? reported_at gone',
    },
    { client_id: 'client' },
  ).execute();
  await index(db, 'printer', ['client_id', 'local_id'], 'unique');

  await table(
    db,
    'print_config',
    {
      text: 'name language',
      int: `
        member_id client_id printer_id width height gap columns dpi offset_x offset_y
        pitch_scale rotation darkness speed copies is_default enabled created_at updated_at
        deleted_at?`,
    },
    { member_id: 'member', client_id: 'client', printer_id: 'printer' },
  ).execute();
  await index(db, 'print_config', ['member_id']);
  await index(db, 'print_config', ['printer_id']);
};

// oxlint-disable-next-line house/function-length -- released migrations never change
const printing = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'template',
    {
      text: 'name category content',
      int: 'software_id member_id? width height created_at updated_at deleted_at?',
    },
    { software_id: 'software', member_id: 'member' },
  ).execute();
  await index(db, 'template', ['software_id', 'member_id']);

  await table(
    db,
    'batch',
    {
      text: `
        batch_no template_name template config_name setup client_name printer_name source
        state idempotency_key request_hash`,
      int: `
        member_id software_id template_id? print_config_id? client_id printer_id total
        created_at expires_at finished_at? hidden_at?`,
    },
    {
      member_id: 'member',
      software_id: 'software',
      template_id: 'template',
      print_config_id: 'print_config',
      client_id: 'client',
      printer_id: 'printer',
    },
  ).execute();
  await index(db, 'batch', ['member_id', 'batch_no'], 'unique');
  await index(db, 'batch', ['member_id', 'idempotency_key'], 'unique');
  await index(db, 'batch', ['member_id', 'created_at']);

  await table(
    db,
    'detail',
    {
      text: 'data title state evidence reason color',
      int: `
        batch_id member_id client_id printer_id sequence copy attempt fence?
        cancel_requested counter_from? counter_to? queue_order queued_at leased_at?
        finished_at? expires_at`,
    },
    { batch_id: 'batch', member_id: 'member', client_id: 'client', printer_id: 'printer' },
  ).execute();
  // The queue of a printer, what a client holds, what runs out, a batch in printing order, a member's labels.
  await index(db, 'detail', ['printer_id', 'state', 'queue_order']);
  await index(db, 'detail', ['client_id', 'state']);
  await index(db, 'detail', ['state', 'expires_at']);
  await index(db, 'detail', ['batch_id', 'queue_order']);
  await index(db, 'detail', ['batch_id', 'state']);
  await index(db, 'detail', ['member_id', 'queued_at']);
};

export const up = async (db: MigrationDb): Promise<void> => {
  await account(db);
  await software(db);
  await content(db);
  await clients(db);
  await printing(db);
};
