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

const RING =
  '<circle cx="5" cy="5" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5"></circle>';

const filled = (d: string): string => `<path d="${d}" fill="currentColor"></path>`;
const line = (d: string): string => `<path d="${d}" stroke="currentColor" stroke-width="2"></path>`;

/** As text: a table has a shape a row, and an element less each is drawn sooner. Nothing a person typed. */
const SHAPES: Record<StatusKind, { __html: string }> = {
  ok: { __html: '<circle cx="5" cy="5" r="5" fill="currentColor"></circle>' },
  sent: { __html: RING + filled('M5 0a5 5 0 0 1 0 10z') },
  uncertain: { __html: filled('M5 0l5 5-5 5-5-5z') },
  running: { __html: filled('M1 0l9 5-9 5z') },
  queued: { __html: RING },
  failed: { __html: line('m1 1 8 8M9 1 1 9') },
  off: { __html: line('M1 5h8') },
};

export const Status = ({ kind, children }: { kind: StatusKind; children?: ReactNode }) => (
  <span className={`status ${TONES[kind]}`}>
    <svg viewBox="0 0 10 10" aria-hidden="true" dangerouslySetInnerHTML={SHAPES[kind]} />
    {children}
  </span>
);
