import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect, useRef } from 'react';
import css from './integration.module.css';

/** The new key, in full for this once. */
export const MadeKey = ({
  made: { key, item },
  onClose,
}: {
  made: CallOutput<'apiKeyAdd'>;
  onClose: () => void;
}) => {
  const ref = useRef<HTMLElement>(null);
  // The dialog it was made in is gone: whoever reads by ear is led to what came of it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} className={css.made} tabIndex={-1} aria-labelledby="made-key">
      <header>
        <h2 id="made-key">
          <Status kind="ok">“{item.name}”的密钥建好了</Status>
        </h2>
        <span className="small quiet">只显示这一次，关掉就看不到了</span>
        <button type="button" className="bare" aria-label="我存好了，关掉" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        <code className={css.key}>{key}</code>
        <CopyButton text={key} what="密钥">
          复制
        </CopyButton>
      </p>
    </section>
  );
};
