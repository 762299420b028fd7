import type { CodePurpose, ContactKind } from '@yunbiao/contract';
import { CODE_MINUTES } from '@yunbiao/contract/limits/contact';
import { type CodeSender, SendFailure } from '../../platform/contact-vendor.ts';
import type { Context } from '../../platform/context.ts';
import { createBusyError, createNotFoundError } from '../../platform/errors.ts';
import { maskContact } from '../member/contact.ts';
import type { NewCode } from './codes.ts';

const NOT_OPEN: Record<ContactKind, string> = {
  email: '本站没有开通邮件，用不了邮箱',
  phone: '本站没有开通短信，用不了手机号',
};
const BUSY_S = 5;

type CodeRoute = { sender: CodeSender; add: (job: () => Promise<void>) => boolean };

/**
 * Returns the sender for a kind of contact.
 * @throws 404 if the site has no such sender, 503 if too many codes are queued
 */
export const requireCodeSender = ({ contact }: Context, kind: ContactKind): CodeRoute => {
  const sender = contact?.[kind];
  if (!contact || !sender) throw createNotFoundError(NOT_OPEN[kind]);
  // Checked before the account lookup, so that the answer does not reveal whether it exists.
  if (!contact.outbox.hasRoom()) throw createBusyError(BUSY_S);
  return { sender, add: contact.outbox.add };
};

const OUT_OF_ORDER = '现在发不出去，请稍后重试';

/**
 * Queues a stored code for sending outside the request, and records the outcome. The code is never
 * logged.
 */
export const enqueueCode = (
  ctx: Context,
  { sender, add }: CodeRoute,
  { id, code }: Pick<NewCode, 'id' | 'code'>,
  message: { kind: ContactKind; to: string; purpose: CodePurpose },
): void => {
  const recordSendOutcome = async (state: 'sent' | 'failed', reason: string): Promise<void> => {
    await ctx.db.kysely
      .updateTable('contact_code')
      .set({ state, why: reason })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute();
  };
  const { kind, ...to } = message;
  const recordSendFailure = (error: unknown): Promise<void> => {
    const isKnown = error instanceof SendFailure;
    const reason = isKnown ? error.message : OUT_OF_ORDER;
    // Messages of `SendFailure` contain no code and no address. Those of unexpected errors might.
    const cause = isKnown ? error.kind : error instanceof Error ? error.name : 'unknown';
    ctx.log.warn('a code was not sent', { kind, to: maskContact(to.to), cause, why: reason });
    return recordSendOutcome('failed', reason);
  };
  const isIn = add(async () => {
    try {
      await sender.sendCode({ ...to, code, minutes: CODE_MINUTES });
    } catch (error) {
      return recordSendFailure(error);
    }
    return recordSendOutcome('sent', '');
  });
  if (!isIn) void recordSendFailure(new SendFailure('later', OUT_OF_ORDER)).catch(() => undefined);
};
