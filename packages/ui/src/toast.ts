import { createStore } from './store.ts';
import type { StatusKind } from './status.tsx';

/** How long a toast stays, ms. */
export const TOAST_DURATION_MS = 3000;

export type Toast = {
  id: number;
  kind: StatusKind;
  message: string;
  /** Equal toasts are one toast with a count. */
  count: number;
  action?: { label: string; run: () => void };
};

export type ToastOptions = { durationMs?: number; action?: Toast['action'] };

export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const dismissToast = (id: number): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.set((now) => now.filter((item) => item.id !== id));
};

const arm = (id: number, durationMs: number): void => {
  clearTimeout(timers.get(id));
  // 0 stays until closed: progress of something long
  if (durationMs > 0)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), durationMs),
    );
};

const show = (kind: StatusKind, message: string, options: ToastOptions = {}): number => {
  const same = toasts.get().find((item) => item.kind === kind && item.message === message);
  const id = same?.id ?? ++lastId;
  toasts.set((now) =>
    same
      ? now.map((item) => (item.id === id ? { ...item, count: item.count + 1 } : item))
      : [
          ...now,
          { id, kind, message, count: 1, ...(options.action ? { action: options.action } : {}) },
        ],
  );
  arm(id, options.durationMs ?? TOAST_DURATION_MS);
  return id;
};

/** Short notices at the top of the page. Each returns the toast's id for {@link dismissToast}. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('ok', message, options),
  error: (message: string, options?: ToastOptions) => show('failed', message, options),
  warn: (message: string, options?: ToastOptions) => show('uncertain', message, options),
  /** Something running; give durationMs 0 and dismiss it when done. */
  progress: (message: string, options?: ToastOptions) =>
    show('running', message, { durationMs: 0, ...options }),
};
