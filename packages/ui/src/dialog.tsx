import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import './float.css';

/** Open dialogs, oldest first: only the newest answers Esc and holds the focus. */
const open: HTMLElement[] = [];

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

const trapTab = (event: KeyboardEvent, box: HTMLElement): void => {
  const items = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (item) => item.offsetParent !== null,
  );
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return event.preventDefault();
  const at = document.activeElement;
  if (event.shiftKey ? at === first || !box.contains(at) : at === last || !box.contains(at)) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
};

/** Holds the focus inside, makes the page inert, and gives both back on the way out. */
const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const before = document.activeElement;
    const page = document.getElementById('page');
    open.push(box);
    page?.setAttribute('inert', '');
    if (!box.contains(document.activeElement))
      (box.querySelector<HTMLElement>('[data-autofocus]') ?? box).focus();
    const onKey = (event: KeyboardEvent): void => {
      if (open.at(-1) !== box) return;
      if (event.key === 'Escape' && !event.isComposing) close.current();
      else if (event.key === 'Tab') trapTab(event, box);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      open.splice(open.indexOf(box), 1);
      if (open.length === 0) page?.removeAttribute('inert');
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
};

export type DialogProps = {
  /** Default 系统提示. */
  title?: string;
  onClose: () => void;
  children: ReactNode;
  /** `box`: a small question · `wide`: a form · `sheet`: from the bottom on phones, full-bleed content. */
  shape?: 'box' | 'wide' | 'sheet';
  maxWidth?: number;
};

/** A modal dialog: focus trap, Esc, click on the veil, focus returned. Browser only: render it after an act. */
export const Dialog = ({
  title = '系统提示',
  onClose,
  children,
  shape = 'box',
  maxWidth,
}: DialogProps) => {
  const ref = useModal(onClose);
  const titleId = useId();
  const className = shape === 'sheet' ? 'dlg' : shape === 'wide' ? 'box wide' : 'box';
  return createPortal(
    // The veil is a convenience for the mouse; the keyboard has Esc and the close button.
    <div
      className={shape === 'sheet' ? 'veil sheet' : 'veil'}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div
        ref={ref}
        className={className}
        style={maxWidth ? { maxWidth } : undefined}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h2 id={titleId} className={shape === 'sheet' ? 'vh' : undefined}>
          {title}
        </h2>
        {children}
        <button type="button" className="ib x" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </div>,
    document.body,
  );
};
