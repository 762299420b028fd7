import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { dismissToast, toast } from '@yunbiao/ui/toast.ts';
import { useEffect } from 'react';
import { dropDraft, hasDraft, ownerIn, readDraft } from '../../../kit/form/drafts.ts';
import { useSite } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { readyTemplateCheck } from '../model/template-check.ts';
import { takeUp, toDraft, getVersion } from './use-design-draft.ts';
import { closedTabs, getDraft } from './use-tab.ts';

/**
 * Offers what another window left unsaved when it was closed: the windows of a template keep a draft each, and only the
 * first one's is found again by itself. What is not taken waits for the next time. `isReady`: this window's own is here.
 */
export const useLeftDraft = (designer: Designer, name: string, isReady: boolean): void => {
  const { session } = useSite().stores;
  useEffect(() => {
    if (!isReady) return;
    const owner = (): string => ownerIn(session.get());
    let isOver = false;
    let offered: number | null = null;
    const take = async (left: string): Promise<void> => {
      // Asked for: the draft is read once what it is checked with is here.
      await readyTemplateCheck();
      const draft = readDraft(owner(), left);
      const found = draft && toDraft(draft.value, designer.file.get().stored);
      if (!found) return void toast.warn('那一份已经不在了');
      takeUp(designer, found, getVersion(draft.value), '打开另一个窗口留下的');
      dropDraft(owner(), left);
    };
    const offer = async (): Promise<void> => {
      const closed = await closedTabs(name);
      const left = closed.map((tab) => getDraft(name, tab)).find((one) => hasDraft(owner(), one));
      if (isOver || left === undefined) return;
      offered = toast.warn('另一个窗口关掉的时候，这个模板还有没保存的', {
        durationMs: 0,
        action: {
          label: '打开那一份',
          run: () => void take(left).catch(() => toast.error(NETWORK_FAILED)),
        },
      });
    };
    void offer();
    return () => {
      isOver = true;
      if (offered !== null) dismissToast(offered);
    };
  }, [designer, name, isReady, session]);
};
