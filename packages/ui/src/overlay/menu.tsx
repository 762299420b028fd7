import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';

type MenuProps = {
  /** Accessible name of the button and its menu. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  buttonClass: string;
  className: string;
  children: (close: () => void) => ReactNode;
};

const listMenuItems = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>(':scope > a, :scope > button') ?? []),
];

const moveFocusToMenuItem = (menu: HTMLElement | null, by: number): void => {
  const list = listMenuItems(menu);
  const at = list.indexOf(document.activeElement as HTMLElement);
  list[(at + by + list.length) % list.length]?.focus();
};

/** A button that opens a short list. Arrow keys move; Esc and a click outside close. */
export const Menu = ({ label, button, buttonClass, className, children }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const onOutsidePointerDown = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutsidePointerDown);
    return () => document.removeEventListener('pointerdown', onOutsidePointerDown);
  }, [open]);
  /** The focused item disappears with the menu, so the button gets the focus back. */
  const closeMenu = (): void => {
    root.current?.querySelector('button')?.focus();
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) {
      // A dialog or tour around it stays open.
      event.preventDefault();
      closeMenu();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) moveFocusToMenuItem(menu.current, event.key === 'ArrowDown' ? 1 : -1);
      else setOpen(true);
    }
  };
  return (
    // The wrapper only receives key events of the menu.
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
          {children(closeMenu)}
        </div>
      )}
    </div>
  );
};
