import { isRecord } from '../../../kit/data/stored-data.ts';

const hasItemsWith = (list: unknown, key: string): boolean =>
  Array.isArray(list) && list.some((item) => isRecord(item) && Array.isArray(item[key]));

/** The program whose template a JSON is, by what only its files have; undefined for one nobody knows. */
export const nameForeignTemplate = (json: unknown): string | undefined => {
  if (!isRecord(json)) return undefined;
  const { panels, pages, objects, version } = json;
  if (hasItemsWith(panels, 'printElements')) return 'hiprint';
  if (hasItemsWith(pages, 'children')) return 'Polotno';
  if (Array.isArray(objects) && typeof version === 'string') return 'Fabric.js';
  return undefined;
};
