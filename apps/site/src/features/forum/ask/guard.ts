import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@yunbiao/ui/ask.ts';
import { useSite } from '../../../shell/site.tsx';

type Guard = {
  isUnsaved: boolean;
  isEdit: boolean;
  sent: () => boolean;
  /** Left in spite of it. */
  onLeave: () => void;
};

/** Asks before unsaved work is left behind; not when the session is over, for which it is kept. */
export const useGuard = ({ isUnsaved, isEdit, sent, onLeave }: Guard): void => {
  const { session } = useSite().stores;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (sent() || (isEdit && !session.get().isLogin) || current.pathname === next.pathname)
        return false;
      const leave = await confirm({
        message: isEdit ? '有没保存的修改，离开后会丢失。' : '还有图片在上传，离开后就不传了。',
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      if (leave) onLeave();
      return !leave;
    },
    enableBeforeUnload: () => isUnsaved && !sent(),
    disabled: !isUnsaved,
  });
};
