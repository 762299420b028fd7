import { Icon } from '@yunbiao/ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import s from './client.module.css';

type InlineEditProps = {
  /** Name of the edited value for the button label, such as 备注. */
  what: string;
  value: string;
  placeholder?: string;
  suggestions?: readonly string[];
  /** Resolves to an error message, or ''. */
  onSave: (value: string) => Promise<string>;
  /** Content while not editing. */
  children: ReactNode;
};

type EditFormProps = {
  what: string;
  placeholder: string | undefined;
  form: Form<{ value: string }>;
  suggestions: readonly string[];
  onSave: () => Promise<Errors | null>;
  onClose: () => void;
};

const InlineEditForm = ({
  what,
  placeholder,
  form,
  suggestions,
  onSave,
  onClose,
}: EditFormProps) => {
  const id = useId();
  const error = form.errors.value ?? '';
  return (
    <form className={s.edit} {...form.getFormProps(onSave)}>
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
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
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
      <button type="button" className="bare" onClick={onClose}>
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

/** A value that is edited in place: Enter saves, Esc cancels. */
export const InlineEdit = (props: InlineEditProps) => {
  const { what, value, placeholder, suggestions = [], onSave, children } = props;
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ value });
  const opener = useRef<HTMLButtonElement>(null);

  const openInlineEdit = (): void => {
    form.rebase({ value });
    setOpen(true);
  };
  const closeInlineEdit = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const saveInlineEdit = async (): Promise<Errors | null> => {
    const typedValue = form.getState().values.value.trim();
    const refusal = typedValue === value ? '' : await onSave(typedValue);
    if (refusal) return { value: refusal };
    closeInlineEdit();
    return null;
  };

  if (isOpen)
    return (
      <InlineEditForm
        {...{ what, placeholder, form, suggestions }}
        onSave={saveInlineEdit}
        onClose={closeInlineEdit}
      />
    );
  return (
    <>
      {children}
      <button
        ref={opener}
        type="button"
        className="bare"
        aria-label={`修改${what}`}
        title={`修改${what}`}
        onClick={openInlineEdit}
      >
        <Icon name="edit" />
      </button>
    </>
  );
};
