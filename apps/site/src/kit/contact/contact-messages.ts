import { CONTACT_KINDS, type ContactKind, type ContactWay } from '@yunbiao/contract/site/contact';

export const CONTACT_WORDS: Record<ContactKind, string> = { phone: '手机号', email: '邮箱' };

/**
 * Describes where demo verification codes go. Returns '' when real messages are sent for all
 * contacts. When only some contact kinds are in demo mode, the text names them.
 */
export const describeDemoCodes = (
  contactWays: Readonly<Partial<Record<ContactKind, ContactWay>>>,
): string => {
  const demos = CONTACT_KINDS.filter((kind) => contactWays[kind] === 'demo');
  if (demos.length === 0) return '';
  const isMixed = CONTACT_KINDS.some((kind) => contactWays[kind] === 'on');
  const which = isMixed ? `发到${demos.map((kind) => CONTACT_WORDS[kind]).join('、')}的` : '';
  return `演示：${which}不会真的发出去，验证码写在运行服务器的终端里。`;
};
