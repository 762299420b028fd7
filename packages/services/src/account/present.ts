import type { CallOutput } from '@yunbiao/contract';
import type { MemberTable, Selectable } from '@yunbiao/db';
import { maskedOrNull } from '../member/contact.ts';
import { HOUR, iso, isoOrNull } from '../time.ts';

export type UserInfo = CallOutput<'getInfo'>;

/** Whoever signs in later than this after signing up did not sign up just now, ms. */
const NEW_MS = HOUR;

/** What a member sees of the own account. */
export const presentUser = (member: Selectable<MemberTable>, now: number): UserInfo => ({
  id: String(member.id),
  username: member.username,
  nickname: member.nickname,
  avatar: member.avatar,
  cover: member.cover,
  intro: member.intro,
  company: member.company,
  phone: maskedOrNull(member.phone),
  email: maskedOrNull(member.email),
  shareCode: member.share_code,
  boundShareCode: member.bound_share_code,
  wechatBound: member.wechat_bound === 1,
  hasPassword: member.password_hash !== '',
  isDemo: member.is_demo === 1,
  createdAt: iso(member.created_at),
  isNew: now - member.created_at < NEW_MS,
  leavingAt: isoOrNull(member.leaving_at),
});
