import { z } from 'zod';
import { defineCall } from '../define.ts';
import { done, id, instant, none, rawText, text } from '../fields.ts';
import { ANY_PASSWORD_LENGTH } from '../limits/account.ts';
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
} from '../limits/passkey.ts';
import { signedIn } from './account.ts';

/** Bytes as the browser's half of WebAuthn writes them. */
const base64url = (title: string, max: number) =>
  rawText(title, max)
    .regex(/^[\w-]+$/, '不是 base64url')
    .meta({ title });

const credential = {
  credentialId: base64url('凭据', PASSKEY_ID_LENGTH),
  /** What the browser was asked, where, and by whom. */
  clientData: base64url('浏览器的回答', CLIENT_DATA_LENGTH),
};

/** Of the account, whose owner is asked again; left out by accounts that have none. */
const ownPassword = z.string().max(ANY_PASSWORD_LENGTH).default('').meta({ title: '现在的密码' });

const name = text('名称', PASSKEY_NAME_LENGTH, 1);

/** An answer of the browser at its longest, were each character written in nine bytes. */
const ANSWER = { bytes: 80_000 };

const item = z.object({
  id: z.string(),
  name: z.string(),
  /** Copied between devices by whoever keeps it: a phone that is lost does not take it along. */
  isSynced: z.boolean(),
  /** Host name it is good at. */
  host: z.string(),
  createdAt: instant(),
  /** Null: never yet. */
  lastUsedAt: instant().nullable(),
});

/** For `navigator.credentials` of the browser (WebAuthn §5.4, §5.5), bytes as base64url. */
const options = z.record(z.string(), z.unknown());

export const passkeyCalls = {
  passkeyStart: defineCall({
    method: 'POST',
    path: '/np/api/passkeyStart',
    audience: 'public',
    summary: '开始用通行密钥登录：给浏览器的问题，只认发起的这个浏览器，5 分钟内有效，只能答一次',
    input: none,
    output: z.object({ options }),
    // Each dialog that is opened asks, and a whole company may have one address.
    limit: { max: 300, windowS: 600, by: 'address' },
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/np/api/passkeyLogin',
    audience: 'public',
    summary: '用通行密钥登录：浏览器的回答',
    input: z.object({
      ...credential,
      authenticatorData: base64url('验证器的数据', AUTHENTICATOR_DATA_LENGTH),
      signature: base64url('签名', SIGNATURE_LENGTH),
      userHandle: base64url('用户标识', USER_HANDLE_LENGTH),
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
    input: none,
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
      attestation: base64url('验证器的证明', ATTESTATION_LENGTH),
      transports: z
        .array(z.string().max(TRANSPORT_LENGTH))
        .max(TRANSPORTS)
        .default([])
        .meta({ title: 'transports' }),
      /** Left out: called after the browser. */
      name: text('名称', PASSKEY_NAME_LENGTH).default(''),
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
    input: z.object({ id: id('通行密钥'), name }),
    output: done,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  passkeyRemove: defineCall({
    method: 'POST',
    path: '/np/api/uc/passkeyRemove',
    audience: 'member',
    summary: '删除自己的一个通行密钥；唯一的登录方式不能删',
    input: z.object({ id: id('通行密钥'), password: ownPassword }),
    output: done,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
};
