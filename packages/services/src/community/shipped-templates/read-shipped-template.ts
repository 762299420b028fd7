import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../../label/templates/', import.meta.url);

/** A file of packages/label/templates: a public template with its name and category. */
export type ShippedTemplate = { name: string; category: string; template: unknown };

export const readShippedTemplate = (file: string): ShippedTemplate =>
  JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) as ShippedTemplate;
