import { useRouter } from '@tanstack/react-router';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { useUnsavedChangesGuard } from '../../../kit/form/use-unsaved-guard.ts';
import { useRunAsMember } from '../run-as-member.ts';
import type { Post } from '../types.ts';
import type { useAskForm } from './use-ask.ts';

const describePublishedQuestion = ({ state }: Post, isEdit: boolean): string => {
  if (state === 'review') return '已收下，审核通过以后大家才看得到';
  return isEdit ? '已保存' : '问题已发布';
};

/** Publishes the question, or discards its draft. `sending`: number of pending uploads. */
export const usePublishQuestion = (
  alias: string,
  askForm: ReturnType<typeof useAskForm>,
  isEdit: boolean,
) => {
  const router = useRouter();
  const runAsMember = useRunAsMember();
  const { form } = askForm;
  const [sending, setSending] = useState(0);
  useUnsavedChangesGuard(form, {
    onLeave: () => isEdit && askForm.drop(),
    uploads: sending,
    isStored: !isEdit && askForm.isKept,
  });

  const publishQuestion = () =>
    askForm.send((post) => {
      toast.success(describePublishedQuestion(post, isEdit));
      void router.navigate({
        to: '/$soft/qa/{$id}.html',
        params: { soft: alias, id: post.id },
        replace: isEdit,
      });
    });
  const checkQuestionForm = async (): Promise<Errors | null> =>
    sending > 0 ? { form: '还有图片在上传，等它传完再发' } : askForm.check();
  const submitQuestion = async (): Promise<void> => {
    if (await form.submit(checkQuestionForm)) runAsMember(() => void form.submit(publishQuestion));
  };
  const confirmDiscard = async (): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      title: '删除草稿？',
      message: '标题和正文都会清空，不能恢复。',
      confirmText: '删除',
      danger: true,
    });
    if (isConfirmed) askForm.discard();
  };
  return { submit: submitQuestion, discard: confirmDiscard, setSending, runAsMember };
};
