import { toast } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';

const EMPTY = { oldPassword: '', password: '' };

/** Form state of the password change. Passwords are never stored and are cleared after success. */
export const useChangePassword = (onChanged: () => void) => {
  const api = useApi();
  const form = useForm(EMPTY);
  useEffect(preloadValidationSchemas, []);
  const changePassword = async (): Promise<Errors | null> => {
    const { errors } = await sendForm(api, 'changePwd', form.getState().values);
    if (errors) return errors;
    form.discard();
    toast.success('密码已改，别处的登录已退出');
    onChanged();
    return null;
  };
  return { form, change: changePassword };
};
