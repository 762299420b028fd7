import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import type { UserInfo } from './draft.ts';

export type SessionData = CallOutput<'sessionList'>;
export type SignedInDevice = SessionData['list'][number];

export type ProfileData = { info: Envelope<UserInfo>; sessions: Envelope<SessionData> };

/** The account, and where it is signed in; each stands for itself when the other fails. */
export const loadProfile = async (api: Client): Promise<ProfileData> => {
  const [info, sessions] = await Promise.all([
    api.call('getInfo', {}),
    api.call('sessionList', {}),
  ]);
  return { info, sessions };
};
