import { Icon } from '@yunbiao/ui/icon.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './integration.module.css';

/** Shows a new secret in full, once only. `what`: its name for the copy button. */
export const NewSecret = ({
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
  // The dialog was closed; move the focus to the result for screen readers.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} className={css.made} tabIndex={-1} aria-labelledby="made-once">
      <header>
        <h2 id="made-once">
          <Status kind="ok">{title}</Status>
        </h2>
        <span className="small quiet">只显示这一次，关闭就看不到了</span>
        <button type="button" className="bare" aria-label="已保存，关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        <code className={css.key}>{secret}</code>
        <CopyButton text={secret} targetName={what}>
          复制
        </CopyButton>
      </p>
      {children}
    </section>
  );
};
