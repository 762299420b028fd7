import { createStore } from '../store.ts';
import type { StatusKind } from '../status.tsx';

/** Default duration of a toast, ms. */
export const TOAST_DURATION_MS = 3000;

export type Toast = {
  id: number;
  kind: StatusKind;
  message: string;
  /** Equal toasts are merged into one with a count. */
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

const startToastTimer = (id: number, durationMs: number): void => {
  clearTimeout(timers.get(id));
  // 0 keeps the toast until closed, for progress of long tasks
  if (durationMs > 0)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), durationMs),
    );
};

const showToast = (kind: StatusKind, message: string, options: ToastOptions = {}): number => {
  const sameToast = toasts.get().find((item) => item.kind === kind && item.message === message);
  const id = sameToast?.id ?? ++lastId;
  toasts.set((now) =>
    sameToast
      ? now.map((item) => (item.id === id ? { ...item, count: item.count + 1 } : item))
      : [
          ...now,
          { id, kind, message, count: 1, ...(options.action ? { action: options.action } : {}) },
        ],
  );
  startToastTimer(id, options.durationMs ?? TOAST_DURATION_MS);
  return id;
};

/** Short notices at the top of the page. Each call returns the ID for {@link dismissToast}. */
export const toast = {
  success: (message: string, options?: ToastOptions) => showToast('ok', message, options),
  error: (message: string, options?: ToastOptions) => showToast('failed', message, options),
  warn: (message: string, options?: ToastOptions) => showToast('uncertain', message, options),
  /** A running task. Stays until dismissed; dismiss it when done. */
  progress: (message: string, options?: ToastOptions) =>
    showToast('running', message, { durationMs: 0, ...options }),
};
