import { toast } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';

const EMPTY = { oldPassword: '', password: '' };

/** The two passwords, and the way to the server. They are kept nowhere, and gone as soon as they are stored. */
export const usePassword = (onChanged: () => void) => {
  const api = useApi();
  const form = useForm(EMPTY);
  useEffect(prepareValidation, []);
  const change = async (): Promise<Errors | null> => {
    const { errors } = await sendForm(api, 'changePwd', form.now().values);
    if (errors) return errors;
    form.discard();
    toast.success('密码已改，别处的登录已退出');
    onChanged();
    return null;
  };
  return { form, change };
};
