import {
  CUT_OFF,
  type Envelope,
  type FailEnvelope,
  FONTS_CHANGED,
} from '@yunbiao/contract/core/envelope';
import { showConfirmDialog } from '@yunbiao/ui';

/** Options the member has confirmed for reprinting. */
export type ReprintConsent = { newFonts?: true; allowCutOff?: true };
type Question = keyof ReprintConsent;

const QUESTIONS: ReadonlyMap<unknown, Question> = new Map([
  [FONTS_CHANGED, 'newFonts'],
  [CUT_OFF, 'allowCutOff'],
]);

/**
 * Returns the question that a refused reprint requires. Returns undefined for other replies and for
 * confirmed options.
 */
export const findReprintQuestion = (
  reply: Envelope<unknown>,
  consent: ReprintConsent,
): Question | undefined => {
  const question = reply.state === 'fail' ? QUESTIONS.get(reply.data?.reason) : undefined;
  return question && !consent[question] ? question : undefined;
};

export const confirmReprint = (question: Question, { msg }: FailEnvelope): Promise<boolean> =>
  question === 'newFonts'
    ? showConfirmDialog({
        message: '字体换过了，仍然重新打印？',
        detail: `${msg}。重新打印以后，这一批都用现在的字体。`,
        confirmText: '用现在的字体重新打印',
      })
    : showConfirmDialog({
        message: '现在重新打印，有内容超出标签，仍要打印吗？',
        detail: `${msg}。`,
        confirmText: '仍然打印',
      });
