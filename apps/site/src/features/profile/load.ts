import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { UserInfo } from './draft.ts';

export type SessionData = CallOutput<'sessionList'>;
export type SignedInDevice = SessionData['list'][number];

export type PasskeyData = CallOutput<'passkeyList'>;
export type Passkey = PasskeyData['list'][number];

export type ProfileData = {
  info: Envelope<UserInfo>;
  sessions: Envelope<SessionData>;
  passkeys: Envelope<PasskeyData>;
};

/** Loads account, sessions and passkeys. Each part can fail separately. */
export const loadProfile = async (api: Client): Promise<ProfileData> => {
  const [info, sessions, passkeys] = await Promise.all([
    api.call('getInfo', {}),
    api.call('sessionList', {}),
    api.call('passkeyList', {}),
  ]);
  return { info, sessions, passkeys };
};
