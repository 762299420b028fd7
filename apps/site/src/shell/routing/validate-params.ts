import { canBeAlias } from '@yunbiao/contract/core/reserved';
import { createPageNotFound } from '../../kit/page/page-errors.ts';

/** Route validation. Invalid values give the 404 page, 'Page Not Found: {full path}'. */
export const requireValidRouteId = (id: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw createPageNotFound();
};

export const requireValidAlias = (alias: string): void => {
  if (!canBeAlias(alias)) throw createPageNotFound();
};

/**
 * Host names contain a dot, and keyboards capitalize the first letter. Such a segment may not be
 * the alias.
 */
export const hasDotOrCapitalLetter = (segment: string): boolean => /[.\p{Lu}]/u.test(segment);
