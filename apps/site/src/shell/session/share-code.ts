import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import { readLocalItem, removeLocalItem, storeLocalItem } from '../../kit/site/local-storage.ts';

type UserInfo = CallOutput<'getInfo'>;

/** Validity of a stored share code, ms. */
const VALIDITY_MS = 30 * 86_400_000;

/** Stores the code of `?share=CODE`. A later registration is attributed to its owner. */
export const storeShareCode = (code: string): void => {
  if (/^[A-Za-z0-9]{7}$/.test(code)) storeLocalItem('shareCode', `${Date.now()} ${code}`);
};

/** Returns the stored share code; '' when there is none or it has expired. */
export const getStoredShareCode = (): string => {
  const [at = '', code = ''] = (readLocalItem('shareCode') ?? '').split(' ', 2);
  return Date.now() - Number(at) < VALIDITY_MS ? code : '';
};

export const removeShareCode = (): void => removeLocalItem('shareCode');

/** Whether a bind is in flight; further calls do not repeat it. */
let isBinding = false;

/**
 * Binds the stored code to a new member. Existing members are not changed. A refusal is ignored. A
 * page that is left before the answer keeps the code, so that the next page binds it.
 */
export const bindStoredShareCode = async (
  api: Client,
  { boundShareCode, isNew }: UserInfo,
  onBound: (userInfo: UserInfo) => void,
): Promise<void> => {
  const code = getStoredShareCode();
  if (!code || isBinding || !isNew) return;
  if (boundShareCode !== null) return removeShareCode();
  isBinding = true;
  const reply = await api.call('bindShareCode', { shareCode: code });
  isBinding = false;
  const isUnanswered = reply.state === 'fail' && reply.code === 500;
  if (!isUnanswered) removeShareCode();
  if (reply.state === 'ok') onBound(reply.data);
};
