import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toast, toasts } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
});
afterEach(() => void vi.useRealTimers());

describe('a toast', () => {
  // @spec toast-stays
  it('stays 3000 ms', () => {
    toast.success('配置已保存');
    vi.advanceTimersByTime(2999);
    expect(toasts.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.get()).toEqual([]);
  });

  // @spec toast-counts-equals
  it('counts its equals instead of repeating them, and stays for the last', () => {
    toast.success('已复制');
    vi.advanceTimersByTime(2000);
    toast.success('已复制');
    toast.error('已复制');
    expect(toasts.get()).toMatchObject([
      { kind: 'ok', count: 2 },
      { kind: 'failed', count: 1 },
    ]);
    vi.advanceTimersByTime(2999);
    expect(toasts.get()).toHaveLength(2);
  });

  it('of something running stays until it is dismissed', () => {
    const id = toast.progress('正在导出');
    vi.advanceTimersByTime(60_000);
    expect(toasts.get()).toHaveLength(1);
    dismissToast(id);
    expect(toasts.get()).toEqual([]);
  });
});
