import { Field } from '@yunbiao/ui/field.tsx';
import type { ReactNode } from 'react';

/** Input for a verification code. `autocomplete` lets phones suggest the code from the message. */
export const CodeField = ({
  value,
  error,
  hint,
  onChange,
}: {
  value: string;
  error: string | undefined;
  hint?: ReactNode;
  onChange: (code: string) => void;
}) => (
  <Field label="验证码" error={error} hint={hint}>
    {({ id, described }) => (
      <div className={error ? 'field-box bad' : 'field-box'}>
        <input
          id={id}
          name="code"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);
