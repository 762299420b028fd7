import { toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useUnsavedChangesGuard } from '../../kit/form/use-unsaved-guard.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi, useSite } from '../../kit/site/site.tsx';
import {
  type Draft,
  createProfileDraft,
  type FieldName,
  PROFILE_DRAFT,
  restoreDraft,
  toProfileInput,
  type UserInfo,
} from './draft.ts';

/** Form state and server calls of the profile. */
export const useProfileForm = (info: UserInfo) => {
  const api = useApi();
  const { session } = useSite().stores;
  const form = useForm<Draft>(() => createProfileDraft(info));
  const [sending, setSending] = useState<readonly FieldName[]>([]);
  useEffect(preloadValidationSchemas, []);
  const { ready, drop } = useStoredDraft(form, { name: PROFILE_DRAFT, restore: restoreDraft });
  useUnsavedChangesGuard(form, { onLeave: drop, uploads: sending.length });

  const saveProfile = async (): Promise<Errors | null> => {
    const { base, values } = form.getState();
    if (!form.getUnsaved()) {
      toast.success('没有要保存的修改');
      return null;
    }
    const { data, errors } = await sendForm(api, 'changeInfo', toProfileInput(base, values));
    if (!data) return errors;
    drop();
    form.applySave(values, createProfileDraft(data));
    session.set((now) => ({ ...now, userInfo: data }));
    toast.success('资料已保存');
    return null;
  };
  /** Tracks running image uploads, which belong to the next save. */
  const onSending = (field: FieldName, isSending: boolean): void =>
    setSending((now) => [
      ...now.filter((sendingField) => sendingField !== field),
      ...(isSending ? [field] : []),
    ]);
  const discardDraft = (): void => {
    drop();
    form.discard();
  };
  return {
    form,
    ready,
    isSending: sending.length > 0,
    save: saveProfile,
    onSending,
    discard: discardDraft,
  };
};
