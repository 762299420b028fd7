import type { Generated } from 'kysely';

export type SoftwareTable = {
  id: Generated<number>;
  alias: string;
  domain: string | null;
  name: string;
  slogan: string;
  summary: string;
  description: string;
  icon: string | null;
  /** JSON in the contract's shapes. */
  screenshots: string;
  features: string;
  platforms: string;
  contacts: string;
  facts: string;
  uses: Generated<string>;
  faqs: Generated<string>;
  theme_color: string;
  seo: string;
  state: string;
  offline_reason: string;
  sort: number;
  /** Templates of the product that this software gets; null until a start decides. */
  template_set: Generated<'label' | 'waybill' | 'none' | null>;
  created_at: number;
  updated_at: number;
};

/** A VIP plan, or the entitlements of the free plan (`is_free`). */
export type ProductTable = {
  id: Generated<number>;
  software_id: number;
  name: string;
  level: number;
  price_fen: number;
  list_price_fen: number;
  days: number;
  /** JSON: labelsPerMonth, clients, printers, templates, retentionDays, apiCallsPerMinute. */
  entitlements: string;
  is_free: number;
  state: string;
  sort: number;
};

/**
 * Purchased or granted VIP of a member in a software. A future plan has its own row, which starts
 * where the preceding one ends.
 */
export type VipTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  product_id: number;
  starts_at: number;
  expires_at: number;
  updated_at: number;
};

export type DownloadTable = {
  id: Generated<number>;
  software_id: number;
  version: string;
  platform: string;
  arch: string;
  title: string;
  file_name: string;
  /** Key in the file store. */
  file_key: string;
  /** Bytes. */
  size: number;
  sha256: string;
  notes: string;
  requirement: string;
  count: number;
  released_at: number;
  /** System of the print client this file installs (`PROGRAM_TARGETS`); '' for every other file. */
  target: Generated<string>;
};

export type ArticleTable = {
  id: Generated<number>;
  /** Null: belongs to the whole site. */
  software_id: number | null;
  art_type: string;
  title: string;
  /** One or two sentences of plain text. */
  summary: Generated<string>;
  /** Version an update log describes; otherwise ''. */
  version: Generated<string>;
  /** Markdown. */
  content: string;
  published_at: number;
  updated_at: number;
};

export type DictTable = {
  id: Generated<number>;
  /** Null: common dictionary (`dict`); otherwise of one product (`bizDict`). */
  software_id: number | null;
  dict_type: string;
  dict_label: string;
  dict_value: string;
  sort: number;
  enabled: number;
};

/** One row per cache tag. A write increments it, which makes older cached pages stale. */
export type ContentGenerationTable = {
  tag: string;
  generation: number;
};
