import { useSite } from '../site/site.tsx';
import type { Form } from './use-form.ts';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

type Guard = {
  /** Called when the user leaves and discards the changes. */
  onLeave?: () => void;
  /** Number of running image uploads. */
  uploads?: number;
  /** True when the input is stored as a draft, so that leaving does not lose it. */
  isStored?: boolean;
};

/**
 * Asks before the user leaves with unsaved changes, by a link or by closing the page. Does not ask
 * when the session has expired, because drafts are kept for that case.
 */
export const useUnsavedChangesGuard = <V extends object>(
  form: Form<V>,
  { onLeave, uploads = 0, isStored = false }: Guard = {},
): void => {
  const { session } = useSite().stores;
  const { getState, getUnsaved } = form;
  const hasUnsavedChanges = (): boolean => !isStored && getUnsaved() !== null;
  useLeaveConfirmation({
    hasUnsavedWork: () => hasUnsavedChanges() || (uploads > 0 && !getState().isFinished),
    getMessage: () =>
      hasUnsavedChanges() ? '有未保存的修改，离开后会丢失。' : '还有图片在上传，离开后就不传了。',
    onLeave,
    isSilent: () => !session.get().isLogin,
  });
};
