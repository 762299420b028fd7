import { Icon } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';

const WAIT_MS = 350;

/** Words to look for; told when typing pauses, or at once with Enter. */
export const SearchBox = ({
  label,
  placeholder,
  value,
  onSearch,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
  className?: string | undefined;
}) => {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed under the box: back, forward, cleared filters.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onSearch(text.trim());
  };
  return (
    <form
      role="search"
      className={className ? `in sm ${className}` : 'in sm'}
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(text), WAIT_MS);
        }}
      />
    </form>
  );
};
