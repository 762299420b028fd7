import type { ContactKind } from '@yunbiao/contract';
import { EMAIL_LENGTH } from '@yunbiao/contract/limits/contact';

/** Where a member can be reached: `value` as it is stored and compared. */
export type ContactAddress = { kind: ContactKind; value: string };

/** Local part (RFC 5321 §4.5.3.1.1) and labels of the domain (RFC 1035 §2.3.4), characters. */
const LOCAL_LENGTH = 64;
const LABEL_LENGTH = 63;

/** Atoms of RFC 5322 §3.2.3, between dots. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

const isDomain = (domain: string): boolean => {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= LABEL_LENGTH && LABEL.test(label)) &&
    /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(top)
  );
};

const readEmail = (text: string): string | null => {
  if (text.length > EMAIL_LENGTH) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && local.length <= LOCAL_LENGTH && LOCAL.test(local) && isDomain(domain)
    ? text
    : null;
};

/** A mobile telephone in China: 11 digits, without the country's own number. */
const readPhone = (text: string): string | null => {
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
  return /^1[3-9]\d{9}$/.test(digits) ? digits : null;
};

/**
 * What somebody typed, when it is an e-mail address or a telephone; null otherwise. Case counts for no mailbox in use,
 * so that one person's address is one account's.
 *
 * `readContact('+86 138-0013-8000')` → `{ kind: 'phone', value: '13800138000' }`
 */
export const readContact = (typed: string): ContactAddress | null => {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const kind = text.includes('@') ? 'email' : 'phone';
  const value = kind === 'email' ? readEmail(text) : readPhone(text);
  return value === null ? null : { kind, value };
};

/**
 * As it is shown to its owner, and written into logs.
 *
 * `13800138000` → `138****8000`, `zhou.min@example.com` → `z***@example.com`
 */
export const maskContact = (value: string): string => {
  const at = value.lastIndexOf('@');
  if (at < 0) return `${value.slice(0, 3)}****${value.slice(-4)}`;
  return `${value.slice(0, 1)}***${value.slice(at)}`;
};

export const maskedOrNull = (value: string | null): string | null =>
  value === null ? null : maskContact(value);
