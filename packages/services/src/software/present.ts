import type { CallOutput } from '@yunbiao/contract';
import type { DownloadTable, ProductTable, Selectable } from '@yunbiao/db';
import { iso } from '../time.ts';
import { entitlementsIn } from './entitlements.ts';
import type { SoftwareRow } from './find.ts';

export type Software = NonNullable<CallOutput<'siteIndex'>['software']>;
export type DownloadFile = CallOutput<'downloadList'>['versions'][number]['files'][number];

/** Columns that hold JSON are written by our own verbs only, in the contract's shapes. */
const json = <T>(text: string): T => JSON.parse(text) as T;

const present = (row: SoftwareRow): Software => ({
  id: String(row.id),
  alias: row.alias,
  domain: row.domain,
  name: row.name,
  slogan: row.slogan,
  summary: row.summary,
  description: row.description,
  icon: row.icon,
  screenshots: json(row.screenshots),
  features: json(row.features),
  platforms: json(row.platforms),
  contacts: json(row.contacts),
  facts: json(row.facts),
  uses: json(row.uses),
  faqs: json(row.faqs),
  themeColor: row.theme_color,
  seo: json(row.seo),
  state: row.state as Software['state'],
  offlineReason: row.offline_reason,
  sort: row.sort,
});

const presented = new WeakMap<SoftwareRow, Software>();

/** The same for the same row: a software is read once for all pages, and shown by every one of them. */
export const presentSoftware = (row: SoftwareRow): Software => {
  const known = presented.get(row);
  if (known) return known;
  const made = present(row);
  presented.set(row, made);
  return made;
};

/** Address of the bytes on this site. */
export const downloadUrl = (id: number, fileName: string): string =>
  `/files/${id}/${encodeURIComponent(fileName)}`;

export const presentDownload = (row: Selectable<DownloadTable>): DownloadFile => ({
  id: String(row.id),
  version: row.version,
  platform: row.platform as DownloadFile['platform'],
  arch: row.arch,
  title: row.title,
  fileName: row.file_name,
  size: row.size,
  sha256: row.sha256,
  notes: row.notes,
  requirement: row.requirement,
  releasedAt: iso(row.released_at),
  count: row.count,
  url: downloadUrl(row.id, row.file_name),
  target: row.target,
});

export type Product = CallOutput<'productList'>[number];

export const presentProduct = (row: Selectable<ProductTable>): Product => ({
  id: String(row.id),
  name: row.name,
  level: row.level,
  isFree: row.is_free === 1,
  priceFen: row.price_fen,
  listPriceFen: row.list_price_fen,
  days: row.days,
  entitlements: entitlementsIn(row),
});
