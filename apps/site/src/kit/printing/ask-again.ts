import {
  CUT_OFF,
  type Envelope,
  type FailEnvelope,
  FONTS_CHANGED,
} from '@yunbiao/contract/envelope';
import { confirm } from '@yunbiao/ui';

/** What the member has said may be so, of labels that are printed again. */
export type Agreed = { newFonts?: true; allowCutOff?: true };
type Question = keyof Agreed;

const QUESTIONS: ReadonlyMap<unknown, Question> = new Map([
  [FONTS_CHANGED, 'newFonts'],
  [CUT_OFF, 'allowCutOff'],
]);

/** What a refusal wants to know before labels are printed again; undefined for any other answer, and what was agreed to. */
export const questionIn = (reply: Envelope<unknown>, agreed: Agreed): Question | undefined => {
  const question = reply.state === 'fail' ? QUESTIONS.get(reply.data?.reason) : undefined;
  return question && !agreed[question] ? question : undefined;
};

/** Asks it. */
export const askAgain = (question: Question, { msg }: FailEnvelope): Promise<boolean> =>
  question === 'newFonts'
    ? confirm({
        message: '字体换过了，仍然重打？',
        detail: `${msg}。重打以后，这一批都用现在的字体。`,
        confirmText: '用现在的字体重打',
      })
    : confirm({
        message: '现在重打，有内容印到标签外面，还打吗？',
        detail: `${msg}。`,
        confirmText: '照样打',
      });
