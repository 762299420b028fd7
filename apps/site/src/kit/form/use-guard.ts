import { useSite } from '../site/site.tsx';
import type { Form } from './use-form.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

type Guard = {
  /** Left in spite of it. */
  onLeave?: () => void;
  /** Pictures on their way. */
  uploads?: number;
  /** Leaving loses no words: they are kept, and found again. */
  isStored?: boolean;
};

/** Asks before unsaved work is left behind, by a link or by closing the page; not when the session is over, for which it is kept. */
export const useGuard = <V extends object>(
  form: Form<V>,
  { onLeave, uploads = 0, isStored = false }: Guard = {},
): void => {
  const { session } = useSite().stores;
  const { now, unsaved } = form;
  const losesWords = (): boolean => !isStored && unsaved() !== null;
  useLeaveQuestion({
    loses: () => losesWords() || (uploads > 0 && !now().isOver),
    message: () =>
      losesWords() ? '有没保存的修改，离开后会丢失。' : '还有图片在上传，离开后就不传了。',
    onLeave,
    isSilent: () => !session.get().isLogin,
  });
};
