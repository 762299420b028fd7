import { createStore } from '../store.ts';

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
  | { id: number; kind: 'confirm'; options: ConfirmOptions; answer: (isConfirmed: boolean) => void }
  | { id: number; kind: 'prompt'; options: PromptOptions; answer: (value: string | null) => void };

export const questions = createStore<readonly Question[]>([]);

/** Cancels all open questions. Call when users can no longer see or answer them. */
export const cancelOpenQuestions = (): void => {
  for (const question of questions.get())
    if (question.kind === 'confirm') question.answer(false);
    else question.answer(null);
};
