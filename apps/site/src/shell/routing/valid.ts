import { canBeAlias } from '@yunbiao/contract/reserved';
import { pageNotFound } from '../../kit/page/page-errors.ts';

/** Validity checks of routes: what fails is the 404 page, 'Page Not Found: {full path}'. */
export const requireId = (id: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw pageNotFound();
};

export const requireAlias = (alias: string): void => {
  if (!canBeAlias(alias)) throw pageNotFound();
};

/** Host names have a dot, and keyboards begin with a capital: such a segment may not be the alias itself. */
export const mayBeOtherName = (segment: string): boolean => /[.\p{Lu}]/u.test(segment);
