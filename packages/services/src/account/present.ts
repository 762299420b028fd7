import type { CallOutput } from '@yunbiao/contract';
import type { MemberTable, Selectable } from '@yunbiao/db';
import { maskedOrNull } from '../member/contact.ts';
import { iso, isoOrNull } from '../time.ts';

export type UserInfo = CallOutput<'getInfo'>;

/** What a member sees of the own account. */
export const presentUser = (member: Selectable<MemberTable>): UserInfo => ({
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
  leavingAt: isoOrNull(member.leaving_at),
});
