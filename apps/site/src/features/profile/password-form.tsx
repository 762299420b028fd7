import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { PasswordField, SecretForm } from './secret-form.tsx';
import { useChangePassword } from './use-password.ts';

/** Changes the password. A separate form, because it is saved separately from the profile. */
export const PasswordForm = ({
  username,
  onChanged,
}: {
  username: string;
  /** Called after other sessions were ended. */
  onChanged: () => void;
}) => {
  const { form, change } = useChangePassword(onChanged);
  const { values, errors, set } = form;
  return (
    <SecretForm
      act="修改密码"
      username={username}
      isBusy={form.isBusy}
      {...form.getFormProps(change)}
    >
      <PasswordField
        label="现在的密码"
        name="oldPassword"
        autoComplete="current-password"
        value={values.oldPassword}
        error={errors.oldPassword}
        hint="先核对是你本人。"
        onChange={(oldPassword) => set({ oldPassword })}
      />
      <PasswordField
        label="新密码"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        hint={`${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 位。改好后别处的登录会退出，这里不会。`}
        onChange={(password) => set({ password })}
      />
    </SecretForm>
  );
};
