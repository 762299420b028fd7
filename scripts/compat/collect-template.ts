import { templateContent } from '@yunbiao/contract';
import { FORMAT_STEPS, TEMPLATE_VERSION } from '@yunbiao/label/schema';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

/** Schema of templates as in files, exports and the database, including the kinds of elements. */
export const collectTemplate = (): Entries =>
  new Map([
    ['format', String(TEMPLATE_VERSION)],
    ...[...FORMAT_STEPS.keys()].map((version): [string, string] => [`reads format ${version}`, '']),
    ...describeSchema('template', templateContent),
  ]);
