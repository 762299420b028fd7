import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { focusPage } from './focus.ts';
import { Icon } from './icon.tsx';
import { openDialogs } from './open-dialogs.ts';
import './float.css';

/** The page behind stays where it is, and as wide as it is. */
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
 * Shows the element as the platform's modal dialog, which holds the focus and makes the rest inert, and gives the focus
 * back to whatever had it, or to the page when that is gone.
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
      // Still in the document: only then the platform gives the focus back.
      dialog.close();
      openDialogs.set((now) => now.filter((one) => one !== dialog));
      if (openDialogs.get().length === 0) {
        unlock?.();
        unlock = undefined;
      }
      requestAnimationFrame(focusPage);
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

/** A modal dialog, closed by Esc and by a press on the veil. Browser only: render it after an act. */
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
    // The veil is a convenience for the mouse; the keyboard has Esc and the close button.
    <dialog
      ref={ref}
      className={shape === 'sheet' ? 'veil sheet' : 'veil'}
      aria-labelledby={titleId}
      tabIndex={-1}
      // The second press of a double click on what opened it falls on the veil: that is not a wish to close.
      onMouseDown={({ target, currentTarget, detail }) =>
        target === currentTarget && detail < 2 && onClose()
      }
      onCancel={(event) => {
        // A file chooser that is given up in it cancels, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser closes it itself when Esc comes twice. Taken down, it says so when it is gone.
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
