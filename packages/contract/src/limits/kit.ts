/** Kits of a member. */
export const MAX_KITS = 200;
/** Bytes of the stored content of one kit, and of all kits of a member. */
export const KIT_BYTES = 500_000;
export const ALL_KITS_BYTES = 5_000_000;
/** Characters of a kit's name. */
export const KIT_NAME_LENGTH = 40;
