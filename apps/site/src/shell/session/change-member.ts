import { cancelOpenQuestions } from '@yunbiao/ui/overlay/open-questions.ts';
import { ANONYMOUS, type SiteStores } from '../../kit/site/stores.ts';

/** Keeps the page height during remounting, so that the scroll position stays. */
const lockMainHeight = (): (() => void) => {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  main.style.minHeight = `${main.offsetHeight}px`;
  return () => main.style.removeProperty('min-height');
};

type NextMember = {
  /** Current token; '' when not signed in. */
  token: string;
  /** Loads the data of the page for the new member. */
  loadPage: () => Promise<unknown>;
  /** Clears loader data and cached pages. */
  clearPageData: () => void;
};

/**
 * Changes the member, or signs out. Unmounts the page, discards running work of the former member
 * and renders the page for the new one.
 */
export const switchSignedInMember = async (stores: SiteStores, next: NextMember): Promise<void> => {
  const { handover, session } = stores;
  const turn = handover.get().turn + 1;
  const letGo = lockMainHeight();
  handover.set({ turn, isUnderWay: true });
  session.set({ ...ANONYMOUS, token: next.token });
  cancelOpenQuestions();
  try {
    // Unmount forms before the next task; otherwise they would ask about unsaved input.
    await new Promise((resolve) => setTimeout(resolve));
    await next.loadPage();
  } finally {
    next.clearPageData();
    if (handover.get().turn === turn) handover.set({ turn, isUnderWay: false });
    setTimeout(letGo);
  }
};
