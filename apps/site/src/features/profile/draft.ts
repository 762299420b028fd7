import type { CallInput, CallOutput } from '@yunbiao/contract';

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
