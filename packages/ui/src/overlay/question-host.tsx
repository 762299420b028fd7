import { useId, useState } from 'react';
import { type ConfirmOptions, type PromptOptions, questions } from './open-questions.ts';
import { DEFAULT_TITLE, checkPrompt } from './questions.ts';
import { Dialog } from './dialog.tsx';
import { useStore } from '../store.ts';

const Confirm = ({
  options,
  answer,
}: {
  options: ConfirmOptions;
  answer: (isConfirmed: boolean) => void;
}) => (
  <Dialog title={options.title ?? DEFAULT_TITLE} onClose={() => answer(false)}>
    <p>{options.message}</p>
    {options.detail && <p className="small quiet">{options.detail}</p>}
    <div className="acts">
      <button type="button" className="button" data-autofocus onClick={() => answer(false)}>
        {options.cancelText ?? '取消'}
      </button>
      <button
        type="button"
        className={options.danger ? 'button danger' : 'button primary'}
        onClick={() => answer(true)}
      >
        {options.confirmText ?? '确定'}
      </button>
    </div>
  </Dialog>
);

const Prompt = ({
  options,
  answer,
}: {
  options: PromptOptions;
  answer: (value: string | null) => void;
}) => {
  const [value, setValue] = useState(options.value ?? '');
  const [error, setError] = useState('');
  const errorId = useId();
  const submitPrompt = (): void => {
    const reason = checkPrompt(value, options);
    setError(reason);
    if (!reason) answer(value);
  };
  return (
    <Dialog title={options.title ?? DEFAULT_TITLE} onClose={() => answer(null)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submitPrompt();
        }}
      >
        <label className="field">
          <span>{options.label}</span>
          <div className={error ? 'field-box bad' : 'field-box'}>
            <input
              data-autofocus
              value={value}
              placeholder={options.placeholder}
              aria-invalid={error !== ''}
              aria-describedby={error ? errorId : undefined}
              onChange={(event) => {
                setValue(event.target.value);
                if (error) setError(checkPrompt(event.target.value, options));
              }}
            />
            {options.maxLength !== undefined && (
              <em>
                {value.length} / {options.maxLength}
              </em>
            )}
          </div>
        </label>
        {error && (
          <p className="field-err" id={errorId} role="alert">
            {error}
          </p>
        )}
        <div className="acts">
          <button type="button" className="button" onClick={() => answer(null)}>
            {options.cancelText ?? '取消'}
          </button>
          <button type="submit" className="button primary">
            {options.confirmText ?? '确定'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** Shows the dialogs opened by `confirm` and `prompt`. Mounted once, outside the page. */
export const AskHost = () =>
  useStore(questions).map((question) =>
    question.kind === 'confirm' ? (
      <Confirm key={question.id} options={question.options} answer={question.answer} />
    ) : (
      <Prompt key={question.id} options={question.options} answer={question.answer} />
    ),
  );
