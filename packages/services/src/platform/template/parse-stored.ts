import type { Template } from '@yunbiao/label';
import { migrateTemplateFormat } from '@yunbiao/label/schema';

/**
 * Parses a stored template. It was validated before it was stored, and is migrated from its format
 * version.
 */
export const parseStoredTemplate = (json: string): Template =>
  migrateTemplateFormat(JSON.parse(json)) as Template;
