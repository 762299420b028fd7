import type { Template } from '@yunbiao/label';

/** A template as its row or its batch keeps it: checked before it was stored. */
export const storedTemplate = (json: string): Template => JSON.parse(json) as Template;
