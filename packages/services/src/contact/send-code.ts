import type { CodePurpose, ContactKind } from '@yunbiao/contract';
import { CODE_MINUTES } from '@yunbiao/contract/limits/contact';
import { type CodeSender, SendFailure } from '../contact-vendor.ts';
import type { Context } from '../context.ts';
import { busy, notFound } from '../errors.ts';
import { maskContact } from '../member/contact.ts';
import type { NewCode } from './codes.ts';

const NOT_OPEN: Record<ContactKind, string> = {
  email: '本站没有开通邮件，用不了邮箱',
  phone: '本站没有开通短信，用不了手机号',
};
const BUSY_S = 5;

type Way = { sender: CodeSender; add: (job: () => Promise<void>) => boolean };

/** How codes reach such a target. @throws 404 when the site has no such way, 503 when too many are on their way */
export const requireWay = ({ contact }: Context, kind: ContactKind): Way => {
  const sender = contact?.[kind];
  if (!contact || !sender) throw notFound(NOT_OPEN[kind]);
  // Before anybody is looked up: the answer is no other for those who exist.
  if (!contact.outbox.hasRoom()) throw busy(BUSY_S);
  return { sender, add: contact.outbox.add };
};

const OUT_OF_ORDER = '现在发不出去，请稍后再试';

/** Sends a code that was stored, outside the request, and notes what came of it. The code goes into no log. */
export const sendLater = (
  ctx: Context,
  { sender, add }: Way,
  { id, code }: Pick<NewCode, 'id' | 'code'>,
  message: { kind: ContactKind; to: string; purpose: CodePurpose },
): void => {
  const note = async (state: 'sent' | 'failed', why: string): Promise<void> => {
    await ctx.db.kysely
      .updateTable('contact_code')
      .set({ state, why })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute();
  };
  const { kind, ...to } = message;
  const failed = (error: unknown): Promise<void> => {
    const isKnown = error instanceof SendFailure;
    const why = isKnown ? error.message : OUT_OF_ORDER;
    // What a sender says of a failure names neither code nor address; what nobody expected might.
    const cause = isKnown ? error.kind : error instanceof Error ? error.name : 'unknown';
    ctx.log.warn('a code was not sent', { kind, to: maskContact(to.to), cause, why });
    return note('failed', why);
  };
  const isIn = add(async () => {
    try {
      await sender.sendCode({ ...to, code, minutes: CODE_MINUTES });
    } catch (error) {
      return failed(error);
    }
    return note('sent', '');
  });
  if (!isIn) void failed(new SendFailure('later', OUT_OF_ORDER)).catch(() => undefined);
};
