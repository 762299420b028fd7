import { useState } from 'react';

export type Selection = {
  list: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  all: boolean;
  /** Some, but not all, are selected. */
  isPartlySelected: boolean;
};

/** Selection among the given ids. An id that leaves the list is deselected. */
export const useSelection = (ids: readonly string[]): Selection => {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const list = ids.filter((id) => selectedIds.has(id));
  const isAllSelected = ids.length > 0 && list.length === ids.length;
  return {
    list,
    all: isAllSelected,
    isPartlySelected: list.length > 0 && !isAllSelected,
    has: (id) => selectedIds.has(id),
    toggle: (id) => {
      const next = new Set(selectedIds);
      if (!next.delete(id)) next.add(id);
      setSelectedIds(next);
    },
    toggleAll: () => setSelectedIds(isAllSelected ? new Set() : new Set(ids)),
    clear: () => setSelectedIds(new Set()),
  };
};
