import type { ContactKind } from '@yunbiao/contract';
import { EMAIL_LENGTH } from '@yunbiao/contract/limits/contact';

/** Contact of a member. `value` is normalized for storage and comparison. */
export type ContactAddress = { kind: ContactKind; value: string };

/**
 * Maximum lengths, characters: local part (RFC 5321 §4.5.3.1.1) and a label of the domain (RFC 1035
 * §2.3.4).
 */
const LOCAL_LENGTH = 64;
const LABEL_LENGTH = 63;

/** Atoms of RFC 5322 §3.2.3, separated by dots. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
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

const parseEmail = (text: string): string | null => {
  if (text.length > EMAIL_LENGTH) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && local.length <= LOCAL_LENGTH && LOCAL_PART.test(local) && isDomain(domain)
    ? text
    : null;
};

/** A mobile phone number in China: 11 digits without the country code. */
const parsePhone = (text: string): string | null => {
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
  return /^1[3-9]\d{9}$/.test(digits) ? digits : null;
};

/**
 * Parses an e-mail address or phone number; null for anything else. Ignores case, as all mailboxes
 * in use do, so that one address belongs to one account.
 * `parseContact('+86 138-0013-8000')` → `{ kind: 'phone', value: '13800138000' }`
 */
export const parseContact = (contact: string): ContactAddress | null => {
  const text = contact.normalize('NFKC').trim().toLowerCase();
  const kind = text.includes('@') ? 'email' : 'phone';
  const value = kind === 'email' ? parseEmail(text) : parsePhone(text);
  return value === null ? null : { kind, value };
};

/**
 * Masks a contact for display to its owner and for logs.
 * `13800138000` → `138****8000`, `zhou.min@example.com` → `z***@example.com`
 */
export const maskContact = (value: string): string => {
  const at = value.lastIndexOf('@');
  if (at < 0) return `${value.slice(0, 3)}****${value.slice(-4)}`;
  return `${value.slice(0, 1)}***${value.slice(at)}`;
};

export const maskContactOrNull = (value: string | null): string | null =>
  value === null ? null : maskContact(value);
