import { afterEach, describe, expect, it, vi } from 'vitest';
import { readLocalItem, removeLocalItem, storeLocalItem } from './local-storage.ts';

const KEY = 'lastSoftware';

/** `room`: characters of a value. */
const stubStorage = (room: number): void => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  });
};

describe('local storage', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('keeps items, and drops the old one where a new one has no room', () => {
    stubStorage(5);
    expect(readLocalItem(KEY)).toBeNull();
    storeLocalItem(KEY, 'label');
    expect(readLocalItem(KEY)).toBe('label');
    storeLocalItem(KEY, 'waybill');
    expect(readLocalItem(KEY)).toBeNull();
  });
  it('that is blocked breaks nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    storeLocalItem(KEY, 'label');
    removeLocalItem(KEY);
    expect(readLocalItem(KEY)).toBeUndefined();
  });
  it('whose calls throw breaks nothing', () => {
    const fail = (): never => {
      throw new DOMException('damaged', 'NS_ERROR_FILE_CORRUPTED');
    };
    vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });
    storeLocalItem(KEY, 'label');
    removeLocalItem(KEY);
    expect(readLocalItem(KEY)).toBeUndefined();
  });
  it('whose access throws breaks nothing', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    storeLocalItem(KEY, 'label');
    expect(readLocalItem(KEY)).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
});
