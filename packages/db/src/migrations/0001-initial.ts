import { index, type MigrationDb, table } from './columns.ts';

const account = async (db: MigrationDb): Promise<void> => {
  await table(db, 'member', {
    username: 'text',
    username_key: 'text',
    password_hash: 'text',
    nickname: 'text',
    avatar: 'text?',
    cover: 'text?',
    intro: 'text',
    company: 'text',
    share_code: 'text',
    is_demo: 'int',
    created_at: 'int',
  }).execute();
  await index(db, 'member', ['username_key'], 'unique');
  await index(db, 'member', ['share_code'], 'unique');

  await table(
    db,
    'session',
    {
      member_id: 'int',
      token_hash: 'text',
      user_agent: 'text',
      address: 'text',
      created_at: 'int',
      last_used_at: 'int',
      expires_at: 'int',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'session', ['token_hash'], 'unique');
  await index(db, 'session', ['member_id']);
  await index(db, 'session', ['expires_at']);
};

const software = async (db: MigrationDb): Promise<void> => {
  await table(db, 'software', {
    alias: 'text',
    domain: 'text?',
    name: 'text',
    slogan: 'text',
    summary: 'text',
    description: 'text',
    icon: 'text?',
    screenshots: 'text',
    features: 'text',
    platforms: 'text',
    contacts: 'text',
    facts: 'text',
    theme_color: 'text',
    seo: 'text',
    state: 'text',
    offline_reason: 'text',
    sort: 'int',
    created_at: 'int',
    updated_at: 'int',
  }).execute();
  await index(db, 'software', ['alias'], 'unique');
  await index(db, 'software', ['domain'], 'unique');

  await table(
    db,
    'suspension',
    { member_id: 'int', software_id: 'int', reason: 'text', created_at: 'int' },
    { member_id: 'member', software_id: 'software' },
  ).execute();
  await index(db, 'suspension', ['member_id', 'software_id'], 'unique');

  await table(
    db,
    'product',
    {
      software_id: 'int',
      name: 'text',
      level: 'int',
      price_fen: 'int',
      list_price_fen: 'int',
      days: 'int',
      entitlements: 'text',
      is_free: 'int',
      state: 'text',
      sort: 'int',
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'product', ['software_id', 'sort']);

  await table(
    db,
    'vip',
    {
      member_id: 'int',
      software_id: 'int',
      product_id: 'int',
      expires_at: 'int',
      updated_at: 'int',
    },
    { member_id: 'member', software_id: 'software', product_id: 'product' },
  ).execute();
  await index(db, 'vip', ['member_id', 'software_id'], 'unique');
};

const content = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'download',
    {
      software_id: 'int',
      version: 'text',
      platform: 'text',
      arch: 'text',
      title: 'text',
      file_name: 'text',
      file_key: 'text',
      size: 'int',
      sha256: 'text',
      notes: 'text',
      requirement: 'text',
      count: 'int',
      released_at: 'int',
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'download', ['software_id', 'released_at']);

  await table(
    db,
    'article',
    {
      software_id: 'int?',
      art_type: 'text',
      title: 'text',
      content: 'text',
      published_at: 'int',
      updated_at: 'int',
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'article', ['software_id', 'art_type', 'published_at']);

  await table(
    db,
    'dict',
    {
      software_id: 'int?',
      dict_type: 'text',
      dict_label: 'text',
      dict_value: 'text',
      sort: 'int',
      enabled: 'int',
    },
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
      member_id: 'int',
      software_id: 'int',
      name: 'text',
      remark: 'text',
      group_name: 'text',
      enabled: 'int',
      key_hash: 'text?',
      system: 'text',
      version: 'text',
      address: 'text',
      ledger_id: 'text?',
      ledger_seq: 'int',
      fence: 'int',
      paired_at: 'int',
      last_seen_at: 'int?',
      revoked_at: 'int?',
    },
    { member_id: 'member', software_id: 'software' },
  ).execute();
  await index(db, 'client', ['key_hash'], 'unique');
  await index(db, 'client', ['member_id', 'software_id']);

  await table(
    db,
    'pairing',
    {
      code: 'text',
      secret_hash: 'text',
      machine_name: 'text',
      system: 'text',
      version: 'text',
      address: 'text',
      tries: 'int',
      client_id: 'int?',
      collected: 'int',
      created_at: 'int',
      expires_at: 'int',
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
      client_id: 'int',
      local_id: 'text',
      name: 'text',
      language: 'text',
      dpi: 'int',
      exclusive: 'int',
      evidence: 'text',
      state: 'text',
      state_reasons: 'text',
      state_text: 'text',
      counter: 'int?',
      reported_at: 'int',
      gone: 'int',
    },
    { client_id: 'client' },
  ).execute();
  await index(db, 'printer', ['client_id', 'local_id'], 'unique');

  await table(
    db,
    'print_config',
    {
      member_id: 'int',
      client_id: 'int',
      printer_id: 'int',
      name: 'text',
      language: 'text',
      width: 'int',
      height: 'int',
      gap: 'int',
      columns: 'int',
      dpi: 'int',
      offset_x: 'int',
      offset_y: 'int',
      pitch_scale: 'int',
      rotation: 'int',
      darkness: 'int',
      speed: 'int',
      copies: 'int',
      is_default: 'int',
      enabled: 'int',
      created_at: 'int',
      updated_at: 'int',
      deleted_at: 'int?',
    },
    { member_id: 'member', client_id: 'client', printer_id: 'printer' },
  ).execute();
  await index(db, 'print_config', ['member_id']);
  await index(db, 'print_config', ['printer_id']);
};

const printing = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'template',
    {
      software_id: 'int',
      member_id: 'int?',
      name: 'text',
      category: 'text',
      width: 'int',
      height: 'int',
      content: 'text',
      created_at: 'int',
      updated_at: 'int',
      deleted_at: 'int?',
    },
    { software_id: 'software', member_id: 'member' },
  ).execute();
  await index(db, 'template', ['software_id', 'member_id']);

  await table(
    db,
    'batch',
    {
      member_id: 'int',
      software_id: 'int',
      batch_no: 'text',
      template_id: 'int?',
      template_name: 'text',
      template: 'text',
      print_config_id: 'int?',
      config_name: 'text',
      setup: 'text',
      client_id: 'int',
      client_name: 'text',
      printer_id: 'int',
      printer_name: 'text',
      source: 'text',
      total: 'int',
      state: 'text',
      idempotency_key: 'text',
      request_hash: 'text',
      created_at: 'int',
      expires_at: 'int',
      finished_at: 'int?',
      hidden_at: 'int?',
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
      batch_id: 'int',
      member_id: 'int',
      client_id: 'int',
      printer_id: 'int',
      sequence: 'int',
      copy: 'int',
      attempt: 'int',
      data: 'text',
      title: 'text',
      state: 'text',
      evidence: 'text',
      reason: 'text',
      color: 'text',
      fence: 'int?',
      cancel_requested: 'int',
      counter_from: 'int?',
      counter_to: 'int?',
      queue_order: 'int',
      queued_at: 'int',
      leased_at: 'int?',
      finished_at: 'int?',
      expires_at: 'int',
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
