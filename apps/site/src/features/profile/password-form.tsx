import { PASSWORD_LENGTH } from '@yunbiao/contract/limits/account';
import { Field } from '@yunbiao/ui/field.tsx';
import css from './profile.module.css';
import { usePassword } from './use-password.ts';

/** A field for a password. */
export const Secret = (props: {
  /** Left out: half of a form’s line. */
  className?: string;
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: string) => void;
}) => (
  <Field
    className={props.className ?? 'span-6'}
    label={props.label}
    error={props.error}
    hint={props.hint}
  >
    {({ id, described }) => (
      <div className={props.error ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name={props.name}
          type="password"
          autoComplete={props.autoComplete}
          value={props.value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

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
    <form className={css.form} aria-label="改密码" {...form.props(change)}>
      <fieldset>
        <legend className="visually-hidden">密码</legend>
        <div className="group-title" aria-hidden="true">
          密码
        </div>
        {/* Tells a password manager whose password it is. */}
        <input name="username" autoComplete="username" defaultValue={username} hidden />
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
        <button type="submit" className="button" aria-disabled={form.isBusy}>
          改密码
        </button>
      </fieldset>
    </form>
  );
};
