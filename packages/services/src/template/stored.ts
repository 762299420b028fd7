import type { Template } from '@yunbiao/label';
import { inNewestFormat } from '@yunbiao/label/schema';

/** A template as its row or its batch keeps it: checked before it was stored, in the format of its day. */
export const storedTemplate = (json: string): Template =>
  inNewestFormat(JSON.parse(json)) as Template;
