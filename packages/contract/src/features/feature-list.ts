import type { Feature } from './feature.ts';
import { INTEGRATION_FEATURES } from './integration-features.ts';
import { LABEL_FEATURES } from './label-features.ts';
import { PRINT_FEATURES } from './print-features.ts';
import { SITE_FEATURES } from './site-features.ts';

export type { Feature } from './feature.ts';

/**
 * What the product can do. docs/features.md, the table of README.md and `/llms.txt` are made from
 * it; `scripts/features.test.ts` compares the other texts with it.
 */
const FEATURE_LIST = [
  ...LABEL_FEATURES,
  ...PRINT_FEATURES,
  ...INTEGRATION_FEATURES,
  ...SITE_FEATURES,
] as const;

export type FeatureId = (typeof FEATURE_LIST)[number]['id'];

export const FEATURES: readonly (Feature & { id: FeatureId })[] = FEATURE_LIST;

/** The list by area, in the order of docs/features.md. */
export const FEATURE_AREAS: readonly { title: string; features: readonly Feature[] }[] = [
  { title: '做标签', features: LABEL_FEATURES },
  { title: '打印', features: PRINT_FEATURES },
  { title: '接自己的系统', features: INTEGRATION_FEATURES },
  { title: '账号、订单和网站', features: SITE_FEATURES },
];
