import type { ReactNode } from 'react';

/**
 * Shape first, color second: ● done, ◐ sent, ◇ uncertain, ▸ running, ○ queued, ✕ failed, –
 * cancelled or offline.
 */
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

const renderFilledPath = (d: string): string => `<path d="${d}" fill="currentColor"></path>`;
const renderStrokePath = (d: string): string =>
  `<path d="${d}" stroke="currentColor" stroke-width="2"></path>`;

/**
 * HTML instead of elements: a table has one shape per row, and one element less each renders
 * faster. Contains no user input.
 */
const SHAPES: Record<StatusKind, { __html: string }> = {
  ok: { __html: '<circle cx="5" cy="5" r="5" fill="currentColor"></circle>' },
  sent: { __html: RING + renderFilledPath('M5 0a5 5 0 0 1 0 10z') },
  uncertain: { __html: renderFilledPath('M5 0l5 5-5 5-5-5z') },
  running: { __html: renderFilledPath('M1 0l9 5-9 5z') },
  queued: { __html: RING },
  failed: { __html: renderStrokePath('m1 1 8 8M9 1 1 9') },
  off: { __html: renderStrokePath('M1 5h8') },
};

export const Status = ({ kind, children }: { kind: StatusKind; children?: ReactNode }) => (
  <span className={`status ${TONES[kind]}`}>
    <svg viewBox="0 0 10 10" aria-hidden="true" dangerouslySetInnerHTML={SHAPES[kind]} />
    {children}
  </span>
);
