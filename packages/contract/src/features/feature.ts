import type { CallName, CallOutput } from '../api/calls.ts';

type Entitlements = CallOutput<'productList'>[number]['entitlements'];

/** Something that a shop owner can do with the product. */
export type Feature = {
  /** Kebab case. */
  id: string;
  /** Name on screen, the same on every page. */
  name: string;
  /** One line for shop owners, without a full stop. */
  description: string;
  /** Address of the page that has it; `{soft}` is the alias of a software. */
  page: `/${string}`;
  /** Heading of the section of CHANGELOG.md that brought it. */
  since: string;
  /** Calls that it needs. */
  calls: readonly CallName[];
  /** The test that exercises it. */
  test: { file: string; title: string };
  /** Entitlement of a plan that limits it. */
  limitedBy?: keyof Entitlements;
};
