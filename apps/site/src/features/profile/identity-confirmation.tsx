import type { Form } from '../../kit/form/use-form.ts';
import type { UserInfo } from './draft.ts';
import { PasswordField } from './secret-form.tsx';

/** Confirmation of the identity: password field, if the member has one, and errors. */
export const IdentityConfirmation = ({
  form,
  info,
}: {
  form: Form<{ password: string }>;
  info: UserInfo;
}) => (
  <>
    {/* Lets a password manager identify the account. */}
    <input name="username" autoComplete="username" defaultValue={info.username} hidden />
    {info.hasPassword && (
      <PasswordField
        className=""
        label="现在的密码"
        name="password"
        autoComplete="current-password"
        value={form.values.password}
        error={form.errors.password}
        hint="先核对是你本人。"
        onChange={(password) => form.set({ password })}
      />
    )}
    {form.errors._ && (
      <p className="field-err" role="alert">
        {form.errors._}
      </p>
    )}
  </>
);
