import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';

type MenuProps = {
  /** Accessible name of the button and its menu. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonClass: string;
  className: string;
  children: (close: () => void) => ReactNode;
};

const items = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>(':scope > a, :scope > button') ?? []),
];

const step = (menu: HTMLElement | null, by: number): void => {
  const list = items(menu);
  const at = list.indexOf(document.activeElement as HTMLElement);
  list[(at + by + list.length) % list.length]?.focus();
};

/** A button and the short list it opens: arrows move, Esc and a click elsewhere close. */
export const Menu = ({ label, button, buttonClass, className, children }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const onDown = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [open]);
  /** What was chosen goes with the menu: its button takes the focus back. */
  const close = (): void => {
    root.current?.querySelector('button')?.focus();
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) step(menu.current, event.key === 'ArrowDown' ? 1 : -1);
      else setOpen(true);
    }
  };
  return (
    // The keys are the menu's own; the wrapper only hears them.
    <div
      className={className}
      ref={root}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className="menu" id={id} ref={menu}>
          {children(close)}
        </div>
      )}
    </div>
  );
};
