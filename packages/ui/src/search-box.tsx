import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** Typing is put into the address when it rests this long, ms. */
const REST_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  onChange: (q: string) => void;
  /** Its width and place, where it does not stand at the end of a row of filters. */
  className?: string;
};

/** A search that follows the typing, and goes into the address with `onChange`. Enter sends at once. */
export const SearchBox = ({
  label,
  placeholder,
  value,
  maxLength,
  onChange,
  className = 'search-box',
}: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(value);
  useEffect(() => {
    // The address changed by itself (back, 清除筛选), not by this box.
    if (value !== typed.current) setText((typed.current = value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (q: string): void => {
    clearTimeout(timer.current);
    const words = q.trim();
    if (words === value && words === typed.current) return;
    onChange((typed.current = words));
  };
  return (
    <form
      role="search"
      className={`field-box compact ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        onChange={(event) => {
          const { value: q } = event.target;
          setText(q);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(q), REST_MS);
        }}
      />
    </form>
  );
};
