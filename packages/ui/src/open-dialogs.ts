import { createStore } from './store.ts';

/** Open dialogs, oldest first. What must be seen over the newest has to be in it: everything outside it is inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);
