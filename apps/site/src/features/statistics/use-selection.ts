import { useState } from 'react';

export type Selection = {
  list: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  all: boolean;
  /** Some, but not all. */
  some: boolean;
};

/** Chosen rows among those that can be; one that leaves the list is no longer chosen. */
export const useSelection = (ids: readonly string[]): Selection => {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const list = ids.filter((id) => held.has(id));
  const all = ids.length > 0 && list.length === ids.length;
  return {
    list,
    all,
    some: list.length > 0 && !all,
    has: (id) => held.has(id),
    toggle: (id) => {
      const next = new Set(held);
      if (!next.delete(id)) next.add(id);
      setHeld(next);
    },
    toggleAll: () => setHeld(all ? new Set() : new Set(ids)),
    clear: () => setHeld(new Set()),
  };
};
