import { Field } from '@yunbiao/ui/field.tsx';
import { type FormEvent, useRef } from 'react';
import css from './profile.module.css';
import { usePassword } from './use-password.ts';

const Secret = (props: {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: string) => void;
}) => (
  <Field className="w6" label={props.label} error={props.error} hint={props.hint}>
    {({ id, described }) => (
      <div className={props.error ? 'in bad' : 'in'}>
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
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, isBusy, set, change } = usePassword();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (await change()) onChanged();
    else
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
  };
  return (
    <form
      ref={form}
      className={css.form}
      aria-label="改密码"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <fieldset>
        <legend className="vh">密码</legend>
        <div className="hd" aria-hidden="true">
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
          onChange={(oldPassword) => set({ oldPassword })}
        />
        <Secret
          label="新密码"
          name="password"
          autoComplete="new-password"
          value={values.password}
          error={errors.password}
          hint="8–72 位。改好后别处的登录会退出，这里不会。"
          onChange={(password) => set({ password })}
        />
        <button type="submit" className="btn" disabled={isBusy}>
          改密码
        </button>
      </fieldset>
    </form>
  );
};
