import { useBlocker } from '@tanstack/react-router';
import { confirm, toast } from '@yunbiao/ui';
import { useEffect, useMemo, useState } from 'react';
import { readDraft } from '../../shell/drafts.ts';
import { sayFailure } from '../../shell/say-failure.ts';
import { useApi, useSite } from '../../shell/site.tsx';
import { useKeep } from '../../shell/use-keep.ts';
import { prepareValidation, validate } from '../../shell/validate.ts';
import {
  afterSaving,
  changedFields,
  type Draft,
  draftOf,
  type FieldName,
  restored,
  toInput,
  unsavedOf,
  type UserInfo,
} from './draft.ts';

/** The name the unsaved form is kept under. */
const DRAFT = 'profile';

/** Asks before changes are left behind; not when the session is over, for which they are kept. */
const useGuard = (isDirty: boolean, onLeave: () => void): void => {
  const { session } = useSite().stores;
  useBlocker({
    shouldBlockFn: async () => {
      if (!session.get().isLogin) return false;
      const leave = await confirm({
        message: '有没保存的修改，离开后会丢失。',
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      if (leave) onLeave();
      return !leave;
    },
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
};

/** The form, what it started as, and the way to the server and back. */
export const useProfile = (info: UserInfo) => {
  const api = useApi();
  const { session } = useSite().stores;
  const [base, setBase] = useState<Draft>(() => draftOf(info));
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [sending, setSending] = useState<readonly FieldName[]>([]);
  const [isTouched, setTouched] = useState(false);
  useEffect(prepareValidation, []);
  const changed = changedFields(base, draft);
  const value = useMemo(() => unsavedOf(base, draft), [base, draft]);
  const { owner, drop } = useKeep({ name: DRAFT, value, isDirty: isTouched });
  useEffect(() => setDraft((now) => ({ ...now, ...restored(readDraft(owner, DRAFT)) })), [owner]);
  useGuard(changed.length > 0, drop);

  const set = (part: Partial<Draft>): void => {
    setTouched(true);
    setDraft((now) => ({ ...now, ...part }));
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))),
    );
  };
  /** True when it was stored, or there was nothing to store. */
  const save = async (): Promise<boolean> => {
    if (changed.length === 0) {
      toast.success('没有要保存的修改');
      return true;
    }
    const checked = await validate('changeInfo', toInput(base, draft));
    if (!checked.ok) {
      setErrors(checked.fields);
      return false;
    }
    setSaving(true);
    const reply = await api.call('changeInfo', checked.input);
    setSaving(false);
    if (reply.state === 'fail') {
      setErrors(reply.data?.fields ?? {});
      if (!reply.data?.fields) sayFailure(reply);
      return false;
    }
    const stored = draftOf(reply.data);
    drop();
    setBase(stored);
    setDraft((now) => afterSaving(draft, now, stored));
    setErrors({});
    session.set((now) => ({ ...now, userInfo: reply.data }));
    toast.success('资料已保存');
    return true;
  };
  /** A picture on its way belongs to what is saved next. */
  const onSending = (field: FieldName, isSending: boolean): void =>
    setSending((now) => [...now.filter((one) => one !== field), ...(isSending ? [field] : [])]);
  const isBusy = saving || sending.length > 0;
  const discard = (): void => {
    drop();
    set(base);
  };
  return { draft, errors, isBusy, changed, set, save, onSending, discard };
};
