import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { Kept } from '../../shell/drafts.ts';

export type UserInfo = CallOutput<'getInfo'>;

/** What the form holds; '' is none. */
export type Draft = {
  nickname: string;
  intro: string;
  company: string;
  /** Addresses of uploaded pictures. */
  avatar: string;
  cover: string;
};

export type FieldName = keyof Draft;

export const draftOf = (info: UserInfo): Draft => ({
  nickname: info.nickname,
  intro: info.intro,
  company: info.company,
  avatar: info.avatar ?? '',
  cover: info.cover ?? '',
});

const FIELDS: readonly FieldName[] = ['nickname', 'intro', 'company', 'avatar', 'cover'];

export const changedFields = (base: Draft, draft: Draft): FieldName[] =>
  FIELDS.filter((field) => base[field] !== draft[field]);

/**
 * Only what was changed. A form drops what is empty, so taking away is said with `-`; the nickname cannot be taken away,
 * and an empty one has to be told to the server as such: a space is none either.
 */
export const toInput = (base: Draft, draft: Draft): CallInput<'changeInfo'> =>
  Object.fromEntries(
    changedFields(base, draft).map((field) => {
      const value = draft[field].trim();
      return [field, value || (field === 'nickname' ? ' ' : '-')];
    }),
  );

/** The fields that are not as the server has them; null when all are. */
export const unsavedOf = (base: Draft, draft: Draft): Partial<Draft> | null => {
  const fields = changedFields(base, draft);
  return fields.length > 0
    ? Object.fromEntries(fields.map((field) => [field, draft[field]]))
    : null;
};

/** A day: the server keeps pictures no longer that nothing shows. */
const KEPT_MS = 86_400_000;

/** The fields of a kept draft; none of one that is too old. */
export const restored = (kept: Kept | null, now = Date.now()): Partial<Draft> => {
  if (typeof kept?.value !== 'object' || kept.value === null || now - kept.at > KEPT_MS) return {};
  const value = kept.value as Record<string, unknown>;
  const fields = FIELDS.filter((field) => typeof value[field] === 'string');
  return Object.fromEntries(fields.map((field) => [field, value[field]]));
};

/** The form after `sent` was stored as `stored`: what was typed meanwhile stays. */
export const afterSaving = (sent: Draft, now: Draft, stored: Draft): Draft => ({
  ...stored,
  ...unsavedOf(sent, now),
});
