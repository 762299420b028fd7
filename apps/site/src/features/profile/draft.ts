import type { CallInput, CallOutput } from '@yunbiao/contract';
import type { StoredDraft } from '../../kit/form/drafts.ts';
import { pickChangedFields, mergeStoredValues } from '../../kit/form/form-state.ts';

export type UserInfo = CallOutput<'getInfo'>;

/** Form values; '' means none. */
export type Draft = {
  nickname: string;
  intro: string;
  company: string;
  /** URLs of uploaded images. */
  avatar: string;
  cover: string;
};

export type FieldName = keyof Draft;

export const PROFILE_DRAFT = 'profile';

export const createProfileDraft = (info: UserInfo): Draft => ({
  nickname: info.nickname,
  intro: info.intro,
  company: info.company,
  avatar: info.avatar ?? '',
  cover: info.cover ?? '',
});

/**
 * Returns the changed fields only. A form drops empty values, so `-` clears a field. The nickname
 * is required: an empty one is sent as a space, so that the server validates it.
 */
export const toProfileInput = (base: Draft, draft: Draft): CallInput<'changeInfo'> =>
  Object.fromEntries(
    Object.entries(pickChangedFields(base, draft) ?? {}).map(([field, draftValue]) => {
      const value = draftValue.trim();
      return [field, value || (field === 'nickname' ? ' ' : '-')];
    }),
  );

/** One day, ms. The server deletes unused images after that. */
const MAX_DRAFT_AGE_MS = 86_400_000;

/** Restores a draft; null when it is too old. */
export const restoreDraft = (
  { value, at }: StoredDraft,
  base: Draft,
  now = Date.now(),
): Draft | null => (now - at > MAX_DRAFT_AGE_MS ? null : mergeStoredValues(base, value));
