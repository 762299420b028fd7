import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { StoredDraft } from '../../kit/form/drafts.ts';
import { changedPart, withStored } from '../../kit/form/form-state.ts';

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

export const PROFILE_DRAFT = 'profile';

export const getDraft = (info: UserInfo): Draft => ({
  nickname: info.nickname,
  intro: info.intro,
  company: info.company,
  avatar: info.avatar ?? '',
  cover: info.cover ?? '',
});

/**
 * Only what was changed. A form drops what is empty, so taking away is said with `-`; the nickname cannot be taken away,
 * and an empty one has to be told to the server as such: a space is none either.
 */
export const toInput = (base: Draft, draft: Draft): CallInput<'changeInfo'> =>
  Object.fromEntries(
    Object.entries(changedPart(base, draft) ?? {}).map(([field, typed]) => {
      const value = typed.trim();
      return [field, value || (field === 'nickname' ? ' ' : '-')];
    }),
  );

/** A day: the server keeps pictures no longer that nothing shows. */
const STORED_MS = 86_400_000;

/** The form with what was stored; null when that is too old. */
export const restored = ({ value, at }: StoredDraft, base: Draft, now = Date.now()): Draft | null =>
  now - at > STORED_MS ? null : withStored(base, value);
