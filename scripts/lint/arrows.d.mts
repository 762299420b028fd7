/** Layer → the layers it may import by name. */
export declare const ARROWS: Readonly<Record<string, readonly string[]>>;
/** Folders of packages/services/src, lowest first. */
export declare const SERVICE_LAYERS: readonly string[];
