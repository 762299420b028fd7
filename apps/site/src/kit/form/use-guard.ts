import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@yunbiao/ui/ask.ts';
import { useSite } from '../site/site.tsx';
import type { Form } from './use-form.ts';

type Guard = {
  /** Left in spite of it. */
  onLeave?: () => void;
  /** Pictures on their way. */
  uploads?: number;
  /** Leaving loses no words: they are kept, and found again. */
  isStored?: boolean;
};

type Place = { pathname: string; search: object };

/** An address without what only opens the login dialog on it. */
const placeOf = ({ pathname, search }: Place): string => {
  const { login: _, to: __, ...rest } = search as Record<string, unknown>;
  return pathname + JSON.stringify(rest);
};

/** Asks before unsaved work is left behind, by a link or by closing the page; not when the session is over, for which it is kept. */
export const useGuard = <V extends object>(
  form: Form<V>,
  { onLeave, uploads = 0, isStored = false }: Guard = {},
): void => {
  const { session } = useSite().stores;
  const { now, unsaved } = form;
  const losesWords = (): boolean => !isStored && unsaved() !== null;
  const losesAny = (): boolean => losesWords() || (uploads > 0 && !now().isOver);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!session.get().isLogin || !losesAny() || placeOf(current) === placeOf(next)) return false;
      const leave = await confirm({
        message: losesWords()
          ? '有没保存的修改，离开后会丢失。'
          : '还有图片在上传，离开后就不传了。',
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      if (leave) onLeave?.();
      return !leave;
    },
    enableBeforeUnload: losesAny,
    disabled: !losesAny(),
  });
};
