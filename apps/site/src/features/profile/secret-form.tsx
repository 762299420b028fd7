import { Field } from '@yunbiao/ui/field.tsx';
import { PasswordBox } from '@yunbiao/ui/password-box.tsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './profile.module.css';

export const PasswordField = (props: {
  /** Default: half of a form row. */
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
      <PasswordBox
        id={id}
        name={props.name}
        autoComplete={props.autoComplete}
        value={props.value}
        isWrong={Boolean(props.error)}
        aria-describedby={described}
        onChange={props.onChange}
      />
    )}
  </Field>
);

/** Form that sets the password: `PasswordField` fields and one button. */
export const SecretForm = ({
  act,
  username,
  isBusy,
  children,
  ...form
}: ComponentProps<'form'> & {
  /** Name of the action, for the form and the button. */
  act: string;
  username: string;
  isBusy: boolean;
  children: ReactNode;
}) => (
  <form className={css.form} aria-label={act} {...form}>
    <fieldset>
      <legend className="visually-hidden">密码</legend>
      <div className="group-title" aria-hidden="true">
        密码
      </div>
      {/* Lets a password manager identify the account. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden />
      {children}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {act}
      </button>
    </fieldset>
  </form>
);
