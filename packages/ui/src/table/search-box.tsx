import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';

/** Debounce of typing before the URL is updated, ms. */
const DEBOUNCE_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  onChange: (q: string) => void;
  /** Width and position, if it is not at the end of a filter row. */
  className?: string;
};

/**
 * A search field that updates the URL through `onChange` while typing. Enter updates it at once.
 */
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
  const typedText = useRef(value);
  useEffect(() => {
    // The URL changed by navigation or 清除筛选, not by this field.
    if (value !== typedText.current) setText((typedText.current = value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const submitSearch = (q: string): void => {
    clearTimeout(timer.current);
    const words = q.trim();
    if (words === value && words === typedText.current) return;
    onChange((typedText.current = words));
  };
  return (
    <form
      role="search"
      className={`field-box compact ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        submitSearch(text);
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
          timer.current = setTimeout(() => submitSearch(q), DEBOUNCE_MS);
        }}
      />
    </form>
  );
};
