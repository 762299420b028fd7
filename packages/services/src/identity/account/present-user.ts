import type { CallOutput } from '@yunbiao/contract';
import type { MemberTable, Selectable } from '@yunbiao/db';
import { maskContactOrNull } from '../member/contact.ts';
import { HOUR, toIso, toIsoOrNull } from '../../platform/time.ts';

export type UserInfo = CallOutput<'getInfo'>;

/** A member counts as new this long after signing up, ms. */
const NEW_MEMBER_MS = HOUR;

export const presentUser = (member: Selectable<MemberTable>, now: number): UserInfo => ({
  id: String(member.id),
  username: member.username,
  nickname: member.nickname,
  avatar: member.avatar,
  cover: member.cover,
  intro: member.intro,
  company: member.company,
  phone: maskContactOrNull(member.phone),
  email: maskContactOrNull(member.email),
  shareCode: member.share_code,
  boundShareCode: member.bound_share_code,
  wechatBound: member.wechat_bound === 1,
  hasPassword: member.password_hash !== '',
  isDemo: member.is_demo === 1,
  createdAt: toIso(member.created_at),
  isNew: now - member.created_at < NEW_MEMBER_MS,
  leavingAt: toIsoOrNull(member.leaving_at),
});
