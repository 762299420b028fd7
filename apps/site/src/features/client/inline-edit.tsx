import { Icon } from '@yunbiao/ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import s from './client.module.css';

type InlineEditProps = {
  /** What is edited, for the button's name: 备注. */
  what: string;
  value: string;
  maxLength: number;
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
  maxLength,
  placeholder,
  suggestions = [],
  onSave,
  children,
}: InlineEditProps) => {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  const close = (): void => {
    setDraft(null);
    setError('');
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (): Promise<void> => {
    if (draft === null || saving) return;
    if (draft.trim() === value) return close();
    setSaving(true);
    const refused = await onSave(draft.trim());
    setSaving(false);
    if (refused) setError(refused);
    else close();
  };

  if (draft === null)
    return (
      <>
        {children}
        <button
          ref={opener}
          type="button"
          className="bare"
          aria-label={`改${what}`}
          title={`改${what}`}
          onClick={() => setDraft(value)}
        >
          <Icon name="edit" />
        </button>
      </>
    );
  return (
    <form
      className={s.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={error ? 'in sm bad' : 'in sm'}>
        <input
          autoFocus
          aria-label={what}
          aria-invalid={error !== ''}
          aria-describedby={error ? `${id}e` : undefined}
          list={suggestions.length > 0 ? `${id}l` : undefined}
          value={draft}
          maxLength={maxLength}
          placeholder={placeholder}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
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
      <button type="submit" className="btn sm" disabled={saving}>
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
