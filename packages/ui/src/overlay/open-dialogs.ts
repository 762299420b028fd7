import { createStore } from '../store.ts';

/**
 * Open dialogs, oldest first. An element that must appear above the newest has to be inside it,
 * because everything outside is inert.
 */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);
