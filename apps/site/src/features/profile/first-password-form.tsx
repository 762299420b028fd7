import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { toast } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import { PasswordField, SecretForm } from './secret-form.tsx';

/** Sets a password for members who signed up with WeChat. */
export const FirstPasswordForm = ({ username, onSet }: { username: string; onSet: () => void }) => {
  const api = useApi();
  const form = useForm({ password: '' });
  useEffect(preloadValidationSchemas, []);
  const setFirstPassword = async (): Promise<Errors | null> => {
    const { errors } = await sendForm(api, 'setPassword', form.getState().values);
    if (errors) return errors;
    form.discard();
    toast.success('密码已设好');
    onSet();
    return null;
  };
  const { values, errors, set } = form;
  return (
    <SecretForm
      act="设置密码"
      username={username}
      isBusy={form.isBusy}
      {...form.getFormProps(setFirstPassword)}
    >
      <PasswordField
        label="设置密码"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        hint={`${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 位。设好后也能用用户名 ${username} 登录。`}
        onChange={(password) => set({ password })}
      />
    </SecretForm>
  );
};
