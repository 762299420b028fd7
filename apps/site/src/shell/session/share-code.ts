import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';

type UserInfo = CallOutput<'getInfo'>;

const KEY = 'share-code';
/** A link says something about who signs up soon, ms. */
const KEPT_MS = 30 * 86_400_000;

const storage = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

/** `?share=CODE`: who comes by it and signs up was brought by whose code it is. */
export const keepShareCode = (code: string): void => {
  if (/^[A-Za-z0-9]{7}$/.test(code)) storage()?.setItem(KEY, `${Date.now()} ${code}`);
};

/** The code this browser came by; '' for none, or one too old. */
export const keptShareCode = (): string => {
  const [at = '', code = ''] = (storage()?.getItem(KEY) ?? '').split(' ', 2);
  return Date.now() - Number(at) < KEPT_MS ? code : '';
};

export const dropShareCode = (): void => storage()?.removeItem(KEY);

/** The code a new member came by is bound; an old member's sign-in leaves it alone. A refusal is nobody's concern. */
export const bindKeptShareCode = async (
  api: Client,
  { boundShareCode, isNew }: UserInfo,
  onBound: (userInfo: UserInfo) => void,
): Promise<void> => {
  const code = keptShareCode();
  if (!code || boundShareCode !== null || !isNew) return;
  dropShareCode();
  const reply = await api.call('bindShareCode', { shareCode: code });
  if (reply.state === 'ok') onBound(reply.data);
};
