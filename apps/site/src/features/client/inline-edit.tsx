import { Icon } from '@yunbiao/ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { useForm } from '../../kit/form/use-form.ts';
import s from './client.module.css';

type InlineEditProps = {
  /** What is edited, for the button's name: 备注. */
  what: string;
  value: string;
  placeholder?: string;
  suggestions?: readonly string[];
  /** Resolves to why it was refused, or ''. */
  onSave: (value: string) => Promise<string>;
  /** What is shown while not editing. */
  children: ReactNode;
};

/** A value that turns into a field where it stands: Enter saves, Esc leaves it as it was. */
export const InlineEdit = ({
  what,
  value,
  placeholder,
  suggestions = [],
  onSave,
  children,
}: InlineEditProps) => {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ value });
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const error = form.errors.value ?? '';

  const open = (): void => {
    form.rebase({ value });
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (): Promise<Errors | null> => {
    const typed = form.now().values.value.trim();
    const refused = typed === value ? '' : await onSave(typed);
    if (refused) return { value: refused };
    close();
    return null;
  };

  if (!isOpen)
    return (
      <>
        {children}
        <button
          ref={opener}
          type="button"
          className="bare"
          aria-label={`改${what}`}
          title={`改${what}`}
          onClick={open}
        >
          <Icon name="edit" />
        </button>
      </>
    );
  return (
    <form className={s.edit} {...form.props(save)}>
      <div className={error ? 'field-box compact bad' : 'field-box compact'}>
        <input
          autoFocus
          aria-label={what}
          aria-invalid={error !== ''}
          aria-describedby={error ? `${id}e` : undefined}
          list={suggestions.length > 0 ? `${id}l` : undefined}
          value={form.values.value}
          placeholder={placeholder}
          onFocus={(event) => event.target.select()}
          onChange={(event) => form.set({ value: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
      </div>
      {suggestions.length > 0 && (
        <datalist id={`${id}l`}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      <button type="submit" className="button compact" aria-disabled={form.isBusy}>
        保存
      </button>
      <button type="button" className="bare" onClick={close}>
        取消
      </button>
      {error && (
        <p className="field-err" id={`${id}e`} role="alert">
          {error}
        </p>
      )}
    </form>
  );
};
