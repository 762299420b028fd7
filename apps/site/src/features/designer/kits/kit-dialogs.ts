/** Open dialog of the kits. `elementId`: the code whose content is edited again. */
export type KitDialog =
  | { kind: 'list' }
  | { kind: 'gs1'; elementId?: string }
  | { kind: 'ghs' }
  | { kind: 'nutrition' }
  | { kind: 'own' };
