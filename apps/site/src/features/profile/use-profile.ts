import { toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useGuard } from '../../kit/form/use-guard.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi, useSite } from '../../kit/site/site.tsx';
import {
  type Draft,
  getDraft,
  type FieldName,
  PROFILE_DRAFT,
  restored,
  toInput,
  type UserInfo,
} from './draft.ts';

/** The form of the own profile, and the way to the server and back. */
export const useProfile = (info: UserInfo) => {
  const api = useApi();
  const { session } = useSite().stores;
  const form = useForm<Draft>(() => getDraft(info));
  const [sending, setSending] = useState<readonly FieldName[]>([]);
  useEffect(prepareValidation, []);
  const { ready, drop } = useStoredDraft(form, { name: PROFILE_DRAFT, restore: restored });
  useGuard(form, { onLeave: drop, uploads: sending.length });

  const save = async (): Promise<Errors | null> => {
    const { base, values: sent } = form.now();
    if (!form.unsaved()) {
      toast.success('没有要保存的修改');
      return null;
    }
    const { data, errors } = await sendForm(api, 'changeInfo', toInput(base, sent));
    if (!data) return errors;
    drop();
    form.store(sent, getDraft(data));
    session.set((now) => ({ ...now, userInfo: data }));
    toast.success('资料已保存');
    return null;
  };
  /** A picture on its way belongs to what is saved next. */
  const onSending = (field: FieldName, isSending: boolean): void =>
    setSending((now) => [...now.filter((one) => one !== field), ...(isSending ? [field] : [])]);
  const discard = (): void => {
    drop();
    form.discard();
  };
  return { form, ready, isSending: sending.length > 0, save, onSending, discard };
};
