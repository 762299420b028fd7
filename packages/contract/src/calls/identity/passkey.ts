import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  emptyOutput,
  defineIdField,
  defineInstantField,
  emptyInput,
  defineRawTextField,
  defineTextField,
} from '../../core/fields.ts';
import { ANY_PASSWORD_LENGTH } from '../../limits/account.ts';
import {
  ATTESTATION_LENGTH,
  AUTHENTICATOR_DATA_LENGTH,
  CLIENT_DATA_LENGTH,
  PASSKEY_ID_LENGTH,
  PASSKEY_NAME_LENGTH,
  SIGNATURE_LENGTH,
  TRANSPORT_LENGTH,
  TRANSPORTS,
  USER_HANDLE_LENGTH,
} from '../../limits/passkey.ts';
import { signedIn } from './account.ts';

/** Bytes as base64url, as the browser part of WebAuthn sends them. */
const defineBase64urlField = (title: string, max: number) =>
  defineRawTextField(title, max)
    .regex(/^[\w-]+$/, '不是 base64url')
    .meta({ title });

const credential = {
  credentialId: defineBase64urlField('凭据', PASSKEY_ID_LENGTH),
  /** clientDataJSON: challenge, origin and type of the request. */
  clientData: defineBase64urlField('浏览器的回答', CLIENT_DATA_LENGTH),
};

/** Account password, required again for this action. Omitted for accounts without a password. */
const ownPassword = z.string().max(ANY_PASSWORD_LENGTH).default('').meta({ title: '现在的密码' });

const name = defineTextField('名称', PASSKEY_NAME_LENGTH, 1);

/** Longest answer of the browser, assuming nine bytes per character in a form. */
const ANSWER = { bytes: 80_000 };

const item = z.object({
  id: z.string(),
  name: z.string(),
  /** The passkey provider syncs it between devices, so losing one device does not lose it. */
  isSynced: z.boolean(),
  /** Relying party id: the host name it is valid for. */
  host: z.string(),
  createdAt: defineInstantField(),
  /** Null when never used. */
  lastUsedAt: defineInstantField().nullable(),
});

/** Options for `navigator.credentials` (WebAuthn §5.4, §5.5), bytes as base64url. */
const options = z.record(z.string(), z.unknown());

export const passkeyCalls = {
  passkeyStart: defineCall({
    method: 'POST',
    path: '/np/api/passkeyStart',
    audience: 'public',
    summary: '开始用通行密钥登录：给浏览器的问题，只认发起的这个浏览器，5 分钟内有效，只能答一次',
    input: emptyInput,
    output: z.object({ options }),
    // Every opened dialog makes this call, and a whole company may share one IP address.
    limit: { max: 300, windowS: 600, by: 'address' },
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/np/api/passkeyLogin',
    audience: 'public',
    summary: '用通行密钥登录：浏览器的回答',
    input: z.object({
      ...credential,
      authenticatorData: defineBase64urlField('验证器的数据', AUTHENTICATOR_DATA_LENGTH),
      signature: defineBase64urlField('签名', SIGNATURE_LENGTH),
      userHandle: defineBase64urlField('用户标识', USER_HANDLE_LENGTH),
    }),
    output: signedIn,
    limits: ANSWER,
    limit: { max: 60, windowS: 600, by: 'address' },
  }),
  passkeyList: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyList',
    audience: 'member',
    summary: '自己的通行密钥，新的在前',
    input: emptyInput,
    output: z.object({ list: z.array(item) }),
  }),
  passkeyAddStart: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyAddStart',
    audience: 'member',
    summary:
      '开始添加通行密钥：给浏览器的问题，5 分钟内有效；有密码的账号要写现在的密码，没有的要在 10 分钟内登录过',
    input: z.object({ password: ownPassword }),
    output: z.object({ options }),
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  passkeyAdd: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyAdd',
    audience: 'member',
    summary: '添加通行密钥：浏览器的回答',
    input: z.object({
      ...credential,
      attestation: defineBase64urlField('验证器的证明', ATTESTATION_LENGTH),
      transports: z
        .array(z.string().max(TRANSPORT_LENGTH))
        .max(TRANSPORTS)
        .default([])
        .meta({ title: 'transports' }),
      /** When omitted, the name is derived from the browser. */
      name: defineTextField('名称', PASSKEY_NAME_LENGTH).default(''),
    }),
    output: item,
    limits: ANSWER,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  passkeyRename: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyRename',
    audience: 'member',
    summary: '给自己的一个通行密钥改名',
    input: z.object({ id: defineIdField('通行密钥'), name }),
    output: emptyOutput,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  passkeyRemove: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyRemove',
    audience: 'member',
    summary: '删除自己的一个通行密钥；唯一的登录方式不能删',
    input: z.object({ id: defineIdField('通行密钥'), password: ownPassword }),
    output: emptyOutput,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
};
