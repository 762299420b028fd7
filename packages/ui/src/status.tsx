import type { ReactNode } from 'react';

/** Shape first, colour second: ● done, ◐ sent, ◇ uncertain, ▸ running, ○ queued, ✕ failed, – cancelled or offline. */
export type StatusKind = 'ok' | 'sent' | 'uncertain' | 'running' | 'queued' | 'failed' | 'off';

const TONES: Record<StatusKind, string> = {
  ok: 'ok',
  sent: 'idle',
  uncertain: 'warn',
  running: 'run',
  queued: 'idle',
  failed: 'bad',
  off: 'idle',
};

const shape = (kind: StatusKind): ReactNode => {
  switch (kind) {
    case 'ok':
      return <circle cx="5" cy="5" r="5" fill="currentColor" />;
    case 'sent':
      return (
        <>
          <circle cx="5" cy="5" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M5 0a5 5 0 0 1 0 10z" fill="currentColor" />
        </>
      );
    case 'uncertain':
      return <path d="M5 0l5 5-5 5-5-5z" fill="currentColor" />;
    case 'running':
      return <path d="M1 0l9 5-9 5z" fill="currentColor" />;
    case 'queued':
      return <circle cx="5" cy="5" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />;
    case 'failed':
      return <path d="m1 1 8 8M9 1 1 9" stroke="currentColor" strokeWidth="2" />;
    case 'off':
      return <path d="M1 5h8" stroke="currentColor" strokeWidth="2" />;
  }
};

export const Status = ({ kind, children }: { kind: StatusKind; children?: ReactNode }) => (
  <span className={`status ${TONES[kind]}`}>
    <svg viewBox="0 0 10 10" aria-hidden="true">
      {shape(kind)}
    </svg>
    {children}
  </span>
);
