import { createStore } from '../store.ts';

export const DEFAULT_TITLE = '系统提示';

export type ConfirmOptions = {
  title?: string;
  message: string;
  /** Consequences of the action, in smaller text. */
  detail?: string;
  /** Default 确定. Name the action if the dialog is not a plain question. */
  confirmText?: string;
  cancelText?: string;
  danger?: boolean;
};

export type PromptOptions = {
  title?: string;
  label: string;
  value?: string;
  placeholder?: string;
  maxLength?: number;
  /**
   * Default: valid when not empty. A string is the error message; true and undefined accept; false
   * shows a generic message.
   */
  validate?: (value: string) => boolean | string | undefined;
  confirmText?: string;
  cancelText?: string;
};

export type Question =
  | { id: number; kind: 'confirm'; options: ConfirmOptions; answer: (yes: boolean) => void }
  | { id: number; kind: 'prompt'; options: PromptOptions; answer: (value: string | null) => void };

export const questions = createStore<readonly Question[]>([]);
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

/** Cancels all open questions. Call when users can no longer see or answer them. */
export const closeQuestions = (): void => {
  for (const question of questions.get())
    if (question.kind === 'confirm') question.answer(false);
    else question.answer(null);
};

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
