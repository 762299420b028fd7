import { Field } from '@yunbiao/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './profile.module.css';

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

/** A form of the profile page that sets the member's password: its `Secret`s, and one button. */
export const SecretForm = ({
  act,
  username,
  isBusy,
  children,
  ...form
}: ComponentProps<'form'> & {
  /** What it does, as form and button say it. */
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
      {/* Tells a password manager whose password it is. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden />
      {children}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {act}
      </button>
    </fieldset>
  </form>
);
