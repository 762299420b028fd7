import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { focusPageHeading } from '../focus.ts';
import { Icon } from '../icon.tsx';
import { openDialogs } from './open-dialogs.ts';
import '../float.css';

/** Locks scrolling of the page behind without changing its width. */
const lockScroll = (): (() => void) => {
  const root = document.documentElement;
  const hasBar = innerWidth > root.clientWidth;
  root.style.overflow = 'hidden';
  if (hasBar) root.style.scrollbarGutter = 'stable';
  return () => {
    root.style.removeProperty('overflow');
    root.style.removeProperty('scrollbar-gutter');
  };
};
let unlock: (() => void) | undefined;

/**
 * Opens the element as a native modal dialog, which traps the focus and makes the rest inert. On
 * close the focus returns to the previous element, or to the page if that is gone.
 */
const useModal = () => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    unlock ??= lockScroll();
    dialog.showModal();
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
    openDialogs.set((now) => [...now, dialog]);
    return () => {
      // The platform restores the focus only while the dialog is in the document.
      dialog.close();
      openDialogs.set((now) => now.filter((openDialog) => openDialog !== dialog));
      if (openDialogs.get().length === 0) {
        unlock?.();
        unlock = undefined;
      }
      requestAnimationFrame(focusPageHeading);
    };
  }, []);
  return ref;
};

export type DialogProps = {
  /** Default 系统提示. */
  title?: string;
  onClose: () => void;
  children: ReactNode;
  /**
   * `box`: a small question · `wide`: a form · `sheet`: from the bottom on phones, full-bleed
   * content.
   */
  shape?: 'box' | 'wide' | 'sheet';
  maxWidth?: number;
};

/**
 * A modal dialog, closed by Esc or a click on the backdrop. Browser only: render it after a user
 * action.
 */
export const Dialog = ({
  title = '系统提示',
  onClose,
  children,
  shape = 'box',
  maxWidth,
}: DialogProps) => {
  const ref = useModal();
  const titleId = useId();
  const className =
    shape === 'sheet' ? 'dialog' : shape === 'wide' ? 'dialog-box wide' : 'dialog-box';
  return createPortal(
    // Clicking the backdrop is a convenience for the mouse; the keyboard has Esc and the close
    // button.
    <dialog
      ref={ref}
      className={shape === 'sheet' ? 'veil sheet' : 'veil'}
      aria-labelledby={titleId}
      tabIndex={-1}
      // The second click of a double click on the opening button hits the backdrop and must not
      // close.
      onMouseDown={({ target, currentTarget, detail }) =>
        target === currentTarget && detail < 2 && onClose()
      }
      onCancel={(event) => {
        // Cancelling a file chooser inside also fires this event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser closes the dialog itself after a second Esc. Not called when the dialog was
      // removed from the document.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && onClose()}
    >
      <div className={className} style={maxWidth ? { maxWidth } : undefined}>
        <h2 id={titleId} className={shape === 'sheet' ? 'visually-hidden' : undefined}>
          {title}
        </h2>
        {children}
        <button type="button" className="icon-button close" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>,
    document.body,
  );
};
