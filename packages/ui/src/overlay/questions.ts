import {
  type ConfirmOptions,
  type PromptOptions,
  type Question,
  questions,
} from './open-questions.ts';

export const DEFAULT_TITLE = '系统提示';

let lastId = 0;

const openQuestion = <T>(make: (id: number, answer: (value: T) => void) => Question): Promise<T> =>
  new Promise((resolve) => {
    const id = ++lastId;
    const resolveQuestion = (value: T): void => {
      questions.set((now) => now.filter((question) => question.id !== id));
      resolve(value);
    };
    questions.set((now) => [...now, make(id, resolveQuestion)]);
  });

const isQuestionOpen = ({ message, detail }: ConfirmOptions): boolean =>
  questions
    .get()
    .some(
      ({ kind, options }) =>
        kind === 'confirm' && options.message === message && options.detail === detail,
    );

/**
 * Shows a confirm dialog. Resolves to false when it is closed, and immediately while the same
 * question is open (a double click).
 */
export const showConfirmDialog = (options: ConfirmOptions): Promise<boolean> =>
  isQuestionOpen(options)
    ? Promise.resolve(false)
    : openQuestion((id, answer) => ({ id, kind: 'confirm', options, answer }));

/** Shows a prompt for one value. Resolves to null when it is closed. */
export const showPromptDialog = (options: PromptOptions): Promise<string | null> =>
  openQuestion((id, answer) => ({ id, kind: 'prompt', options, answer }));

/**
 * Error message for the value of a prompt, '' when valid. Empty: 请输入; rejected without a message:
 * 输入的数据不合法!. A value that is too long is reported, not truncated.
 */
export const checkPrompt = (
  value: string,
  { validate, maxLength = Infinity }: Pick<PromptOptions, 'validate' | 'maxLength'> = {},
): string => {
  if (value.length > maxLength) return `最多 ${maxLength} 个字`;
  if (!validate) return value === '' ? '请输入' : '';
  const verdict = validate(value);
  if (verdict === true || verdict === undefined || verdict === '') return '';
  return verdict === false ? (value === '' ? '请输入' : '输入的数据不合法!') : verdict;
};
