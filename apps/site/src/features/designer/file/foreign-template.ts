import { isRecord } from '../../../kit/data/stored-data.ts';

const hasItemWithArray = (list: unknown, key: string): boolean =>
  Array.isArray(list) && list.some((item) => isRecord(item) && Array.isArray(item[key]));

/**
 * Name of the program that wrote a foreign template, detected by its structure; undefined when
 * unknown.
 */
export const identifyForeignTemplate = (json: unknown): string | undefined => {
  if (!isRecord(json)) return undefined;
  const { panels, pages, objects, version } = json;
  if (hasItemWithArray(panels, 'printElements')) return 'hiprint';
  if (hasItemWithArray(pages, 'children')) return 'Polotno';
  if (Array.isArray(objects) && typeof version === 'string') return 'Fabric.js';
  return undefined;
};
