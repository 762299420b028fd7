import { closeQuestions } from '@yunbiao/ui/ask.ts';
import { ANONYMOUS, type SiteStores } from '../../kit/site/stores.ts';

/** Keeps the page as high as it is, so that it is not scrolled when what is on it is drawn afresh. */
const holdHeight = (): (() => void) => {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  main.style.minHeight = `${main.offsetHeight}px`;
  return () => main.style.removeProperty('min-height');
};

type Next = {
  /** Whose token it is now; '' when nobody is signed in any more. */
  token: string;
  /** Gets what the page shows from now on. */
  bring: () => Promise<unknown>;
  /** Drops what loaders answered and pages that are not in view hold. */
  forget: () => void;
};

/**
 * The member gives way to another, or to nobody. Nothing of his stays on the page, and nothing he has begun goes on:
 * the page is taken down, and comes back made for who is there then.
 */
export const handOver = async (stores: SiteStores, next: Next): Promise<void> => {
  const { handover, session } = stores;
  const turn = handover.get().turn + 1;
  const letGo = holdHeight();
  handover.set({ turn, isUnderWay: true });
  session.set({ ...ANONYMOUS, token: next.token });
  closeQuestions();
  try {
    // Forms go before the next task: they would ask about what is typed in them when they are left.
    await new Promise((resolve) => setTimeout(resolve));
    await next.bring();
  } finally {
    next.forget();
    if (handover.get().turn === turn) handover.set({ turn, isUnderWay: false });
    setTimeout(letGo);
  }
};
