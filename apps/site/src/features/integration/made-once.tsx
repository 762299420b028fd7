import { Icon } from '@yunbiao/ui/icon.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './integration.module.css';

/** Something secret that was made just now, in full for this once. `what`: what it is called where it is copied. */
export const MadeOnce = ({
  title,
  what,
  secret,
  onClose,
  children,
}: {
  title: string;
  what: string;
  secret: string;
  onClose: () => void;
  children?: ReactNode;
}) => {
  const ref = useRef<HTMLElement>(null);
  // The dialog it was made in is gone: whoever reads by ear is led to what came of it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} className={css.made} tabIndex={-1} aria-labelledby="made-once">
      <header>
        <h2 id="made-once">
          <Status kind="ok">{title}</Status>
        </h2>
        <span className="small quiet">只显示这一次，关掉就看不到了</span>
        <button type="button" className="bare" aria-label="我存好了，关掉" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        <code className={css.key}>{secret}</code>
        <CopyButton text={secret} what={what}>
          复制
        </CopyButton>
      </p>
      {children}
    </section>
  );
};
