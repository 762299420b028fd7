import { createStore } from './store.ts';

export const DEFAULT_TITLE = '系统提示';

export type ConfirmOptions = {
  title?: string;
  message: string;
  /** What exactly will be lost or done; shown smaller. */
  detail?: string;
  /** Default 确定; name the act where it is not the plain question. */
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
  /** Default: valid when not empty. A string is the reason; true and undefined accept; false is the generic reason. */
  validate?: (value: string) => boolean | string | undefined;
  confirmText?: string;
  cancelText?: string;
};

export type Question =
  | { id: number; kind: 'confirm'; options: ConfirmOptions; answer: (yes: boolean) => void }
  | { id: number; kind: 'prompt'; options: PromptOptions; answer: (value: string | null) => void };

export const questions = createStore<readonly Question[]>([]);
let lastId = 0;

const ask = <T>(make: (id: number, answer: (value: T) => void) => Question): Promise<T> =>
  new Promise((resolve) => {
    const id = ++lastId;
    const answer = (value: T): void => {
      questions.set((now) => now.filter((question) => question.id !== id));
      resolve(value);
    };
    questions.set((now) => [...now, make(id, answer)]);
  });

const isAsked = ({ message, detail }: ConfirmOptions): boolean =>
  questions
    .get()
    .some(
      ({ kind, options }) =>
        kind === 'confirm' && options.message === message && options.detail === detail,
    );

/** Asks once; resolves to false when closed, and at once while the very same is being asked: that is a double click. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  isAsked(options)
    ? Promise.resolve(false)
    : ask((id, answer) => ({ id, kind: 'confirm', options, answer }));

/** Asks for one value; resolves to null when closed. */
export const prompt = (options: PromptOptions): Promise<string | null> =>
  ask((id, answer) => ({ id, kind: 'prompt', options, answer }));

/** A question nobody can see, or nobody is left to answer, is answered as if it had been closed. */
export const closeQuestions = (): void => {
  for (const one of questions.get())
    if (one.kind === 'confirm') one.answer(false);
    else one.answer(null);
};

/**
 * Why a prompt's value is not accepted, or ''. Empty: 请输入; refused without a reason: 输入的数据不合法!. What is too long
 * is not cut, but said.
 */
export const promptError = (
  value: string,
  { validate, maxLength = Infinity }: Pick<PromptOptions, 'validate' | 'maxLength'> = {},
): string => {
  if (value.length > maxLength) return `最多 ${maxLength} 个字`;
  if (!validate) return value === '' ? '请输入' : '';
  const verdict = validate(value);
  if (verdict === true || verdict === undefined || verdict === '') return '';
  return verdict === false ? (value === '' ? '请输入' : '输入的数据不合法!') : verdict;
};
