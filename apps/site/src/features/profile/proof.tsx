import type { Form } from '../../kit/form/use-form.ts';
import type { UserInfo } from './draft.ts';
import { Secret } from './secret-form.tsx';

/** That it is the owner who asks: the password of who has one; and what went wrong. */
export const Proof = ({ form, info }: { form: Form<{ password: string }>; info: UserInfo }) => (
  <>
    {/* Tells a password manager whose password it is. */}
    <input name="username" autoComplete="username" defaultValue={info.username} hidden />
    {info.hasPassword && (
      <Secret
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
