import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { Secret, SecretForm } from './secret-form.tsx';
import { usePassword } from './use-password.ts';

/** Changes the own password; a form of its own, for it is stored apart from the profile. */
export const PasswordForm = ({
  username,
  onChanged,
}: {
  username: string;
  /** The sessions elsewhere are over. */
  onChanged: () => void;
}) => {
  const { form, change } = usePassword(onChanged);
  const { values, errors, set } = form;
  return (
    <SecretForm act="改密码" username={username} isBusy={form.isBusy} {...form.props(change)}>
      <Secret
        label="现在的密码"
        name="oldPassword"
        autoComplete="current-password"
        value={values.oldPassword}
        error={errors.oldPassword}
        hint="先核对是你本人。"
        onChange={(oldPassword) => set({ oldPassword })}
      />
      <Secret
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
