import { z } from 'zod';
import { CONTACT_KINDS } from '../../site/contact.ts';
import { defineCall } from '../../core/define.ts';
import { defineInstantField, defineTextField } from '../../core/fields.ts';
import { ANY_PASSWORD_LENGTH } from '../../limits/account.ts';
import { CODE_LENGTH, CODE_TICKET_LENGTH, EMAIL_LENGTH } from '../../limits/contact.ts';
import { password, signedIn, userInfo } from './account.ts';

const kind = z.enum(CONTACT_KINDS).meta({ title: '方式' });
const ticket = defineTextField('凭据', CODE_TICKET_LENGTH, CODE_TICKET_LENGTH);

/** Accepts copied codes with spaces or full-width digits. */
const code = z
  .string()
  .max(40)
  .transform((code) => code.normalize('NFKC').replace(/\s/g, ''))
  .refine((code) => /^\d+$/.test(code) && code.length === CODE_LENGTH, {
    error: `验证码是 ${CODE_LENGTH} 位数字`,
  })
  .meta({ title: '验证码' });

/** Account password, required again for this action. Omitted for accounts without a password. */
const ownPassword = z.string().max(ANY_PASSWORD_LENGTH).default('').meta({ title: '现在的密码' });

/**
 * The same answer whether a code is sent or not, so that it does not reveal whether an account
 * exists.
 */
const codeRequest = z.object({
  /** Must be sent back with the code; the code is invalid without it. */
  ticket: z.string(),
  expiresAt: defineInstantField(),
  /** Seconds until another code can be requested. */
  againAfterS: z.number(),
});

export const contactCalls = {
  contactCode: defineCall({
    method: 'POST',
    path: '/np/api/uc/contactCode',
    audience: 'member',
    summary: '要一个验证码，发到要绑定的手机号或邮箱；有密码的账号要写现在的密码',
    input: z.object({
      kind,
      target: defineTextField('手机号或邮箱', EMAIL_LENGTH, 1),
      password: ownPassword,
    }),
    output: codeRequest.extend({ target: z.string() }),
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  contactCodeState: defineCall({
    method: 'POST',
    path: '/np/api/uc/contactCodeState',
    audience: 'member',
    summary: '自己要的验证码发出去了没有',
    input: z.object({ ticket }),
    output: z.object({
      state: z.enum(['sending', 'sent', 'failed']),
      /** Reason of the failure; '' otherwise. */
      why: z.string(),
    }),
  }),
  contactBind: defineCall({
    method: 'POST',
    path: '/np/api/uc/contactBind',
    audience: 'member',
    summary: '用验证码绑定手机号或邮箱；原来绑定的被替换',
    input: z.object({ ticket, code }),
    output: userInfo,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  contactUnbind: defineCall({
    method: 'POST',
    path: '/np/api/uc/contactUnbind',
    audience: 'member',
    summary: '解绑手机号或邮箱；唯一的登录方式不能解绑',
    input: z.object({ kind, password: ownPassword }),
    output: userInfo,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  resetCode: defineCall({
    method: 'POST',
    path: '/np/api/resetCode',
    audience: 'public',
    summary: '忘记密码：要一个验证码，发到绑定的手机号或邮箱；没有绑定的也一样回答，不说账号在不在',
    input: z.object({ account: defineTextField('绑定的手机号或邮箱', EMAIL_LENGTH, 1) }),
    output: codeRequest,
    limit: { max: 20, windowS: 600, by: 'address', isDurable: true },
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/np/api/resetPassword',
    audience: 'public',
    summary: '忘记密码：用验证码设一个新密码并登录；各处的登录当场作废',
    input: z.object({ ticket, code, password: password.meta({ title: '新密码' }) }),
    output: signedIn,
    limit: { max: 60, windowS: 600, by: 'address', isDurable: true },
  }),
};
