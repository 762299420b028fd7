import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** Icons of this button alone, so that pages without a password do not load them. */
const OPEN_EYE =
  'M1.5 8C3 5 5.2 3.5 8 3.5S13 5 14.5 8C13 11 10.8 12.5 8 12.5S3 11 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z';
const CLOSED_EYE =
  'M2 6c1.4 2.3 3.4 3.5 6 3.5S12.6 8.3 14 6M8 9.5V12M4.2 8.6l-1.4 2M11.8 8.6l1.4 2';

type PasswordBoxProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  autoComplete: 'current-password' | 'new-password';
  isWrong: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** Hides the password when its form is sent, so that no browser stores it as ordinary text. */
const useShownUntilSubmit = () => {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const hidePassword = (): void => setShown(false);
    form?.addEventListener('submit', hidePassword);
    return () => form?.removeEventListener('submit', hidePassword);
  }, []);
  return { input, isShown, toggle: () => setShown((before) => !before) };
};

/**
 * Password input with a button that shows what was typed. The name of the button is text, not a
 * label, and stays the same; `aria-pressed` is its state.
 */
export const PasswordBox = ({ isWrong, value, onChange, ...props }: PasswordBoxProps) => {
  const { input, isShown, toggle } = useShownUntilSubmit();
  return (
    <div className={isWrong ? 'field-box bad' : 'field-box'}>
      <input
        {...props}
        ref={input}
        type={isShown ? 'text' : 'password'}
        // Browsers may send shown text to a spelling service.
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        value={value}
        aria-invalid={isWrong}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className="icon-button"
        aria-pressed={isShown}
        title="显示密码"
        onClick={toggle}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d={isShown ? OPEN_EYE : CLOSED_EYE} />
        </svg>
        <span className="visually-hidden">显示密码</span>
      </button>
    </div>
  );
};
