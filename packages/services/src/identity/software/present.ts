import type { CallOutput } from '@yunbiao/contract';
import type { DownloadTable, ProductTable, Selectable } from '@yunbiao/db';
import { toIso } from '../../platform/time.ts';
import { parseEntitlements } from './entitlements.ts';
import type { SoftwareRow } from './find.ts';

export type Software = NonNullable<CallOutput<'siteIndex'>['software']>;
export type DownloadFile = CallOutput<'downloadList'>['versions'][number]['files'][number];

/** JSON columns are written only by our own services, in the contract's shapes. */
const parseSoftwareJson = <T>(text: string): T => JSON.parse(text) as T;

/** A program that the site presents, from its row. */
const presentSoftware = (row: SoftwareRow): Software => ({
  id: String(row.id),
  alias: row.alias,
  domain: row.domain,
  name: row.name,
  slogan: row.slogan,
  summary: row.summary,
  description: row.description,
  icon: row.icon,
  screenshots: parseSoftwareJson(row.screenshots),
  features: parseSoftwareJson(row.features),
  platforms: parseSoftwareJson(row.platforms),
  contacts: parseSoftwareJson(row.contacts),
  facts: parseSoftwareJson(row.facts),
  uses: parseSoftwareJson(row.uses),
  faqs: parseSoftwareJson(row.faqs),
  themeColor: row.theme_color,
  seo: parseSoftwareJson(row.seo),
  state: row.state as Software['state'],
  offlineReason: row.offline_reason,
  sort: row.sort,
});

const presented = new WeakMap<SoftwareRow, Software>();

/** Cached per row object: a software row is read once and shown on every page. */
export const presentSoftwareCached = (row: SoftwareRow): Software => {
  const knownSoftware = presented.get(row);
  if (knownSoftware) return knownSoftware;
  const newSoftware = presentSoftware(row);
  presented.set(row, newSoftware);
  return newSoftware;
};

/** URL path of the file on this site. */
export const getDownloadUrl = (id: number, fileName: string): string =>
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
  releasedAt: toIso(row.released_at),
  count: row.count,
  url: getDownloadUrl(row.id, row.file_name),
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
  entitlements: parseEntitlements(row),
});
