import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { toast } from '@yunbiao/ui';
import { useEffect } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import { Secret, SecretForm } from './secret-form.tsx';

/** For who came by WeChat: a second way in. */
export const FirstPasswordForm = ({ username, onSet }: { username: string; onSet: () => void }) => {
  const api = useApi();
  const form = useForm({ password: '' });
  useEffect(prepareValidation, []);
  const act = async (): Promise<Errors | null> => {
    const { errors } = await sendForm(api, 'setPassword', form.now().values);
    if (errors) return errors;
    form.discard();
    toast.success('密码已设好');
    onSet();
    return null;
  };
  const { values, errors, set } = form;
  return (
    <SecretForm act="设密码" username={username} isBusy={form.isBusy} {...form.props(act)}>
      <Secret
        label="设一个密码"
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
