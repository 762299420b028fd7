import { useEffect, useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { useUnsavedChangesGuard } from '../../../kit/form/use-unsaved-guard.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { checkPostLength } from '../editor/text-length.ts';
import { describeForumFailure } from '../failure.ts';
import { type ComposerProps, useReplyForm } from './use-reply-form.ts';

/** Form of a reply: its draft, the reply that it answers, and the actions to send and close it. */
export const useReplyComposer = (props: ComposerProps) => {
  const { postId, runAsMember, reply, parent: parentReply, onSent, onClose } = props;
  const api = useApi();
  const { form, ready, isKept, drop } = useReplyForm(props);
  const [parent, setParent] = useState(parentReply);
  useEffect(() => setParent(parentReply), [parentReply]);
  const [sending, setSending] = useState(0);
  useUnsavedChangesGuard(form, { uploads: sending, isStored: isKept });
  const { ref: box } = form;
  useEffect(() => {
    if (!ready) return;
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [ready, parentReply, box]);

  const checkReply = async (): Promise<Errors | null> => {
    if (sending > 0) return { content: '还有图片在上传，等它传完再发' };
    form.markTouched();
    const { content } = form.getState().values;
    const problem = content.trim() === '' ? '请写点什么' : checkPostLength('回答', content);
    return problem ? { content: problem } : null;
  };
  const sendReply = async (): Promise<Errors | null> => {
    const answer = await api.call('askPostReply', {
      postId,
      content: form.getState().values.content,
      ...(reply ? { id: reply.id } : {}),
      ...(!reply && parent ? { parentId: parent.id } : {}),
    });
    if (answer.state === 'fail') return { content: describeForumFailure(answer) };
    drop();
    form.finish();
    onSent(answer.data);
    return null;
  };
  const submit = async (): Promise<void> => {
    if (ready && (await form.submit(checkReply))) runAsMember(() => void form.submit(sendReply));
  };
  const close = (): void => {
    // Closing discards an edit; the draft of a new reply stays.
    if (reply) drop();
    onClose();
  };
  return { form, ready, isKept, parent, setParent, setSending, submit, close };
};
