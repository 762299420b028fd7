import { templateContent } from '@yunbiao/contract';
import { FORMAT_STEPS, TEMPLATE_VERSION } from '@yunbiao/label/schema';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

/** Templates as files, exports and the database have them; kinds of elements are among what the schema says. */
export const collectTemplate = (): Entries =>
  new Map([
    ['format', String(TEMPLATE_VERSION)],
    ...[...FORMAT_STEPS.keys()].map((version): [string, string] => [`reads format ${version}`, '']),
    ...describeSchema('template', templateContent),
  ]);
