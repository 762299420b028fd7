import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { dismissToast, toast } from '@yunbiao/ui/overlay/toast.ts';
import { useEffect } from 'react';
import { listFreeTabNumbers, buildTabDraftName } from '../../../kit/design/design-draft.ts';
import { removeDraft, hasDraft, getDraftOwner, readDraft } from '../../../kit/form/drafts.ts';
import { useSite } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { loadTemplateCheck } from '../template-check.ts';
import { resumeDraft, parseDesignDraft, readBaseVersion } from './use-design-draft.ts';

/**
 * Offers the draft that another window left when it was closed. Each window of a template has its
 * own draft; only the first window's draft is restored automatically. A draft that is not opened is
 * offered again next time. `isReady`: this window's own draft is loaded.
 */
export const useAbandonedDraft = (designer: Designer, name: string, isReady: boolean): void => {
  const { session } = useSite().stores;
  useEffect(() => {
    if (!isReady) return;
    const readOwner = (): string => getDraftOwner(session.get());
    let isOver = false;
    let offered: number | null = null;
    const openAbandonedDraft = async (draftName: string): Promise<void> => {
      // The member asked to open it: load the template check, then parse the draft.
      await loadTemplateCheck();
      const draft = readDraft(readOwner(), draftName);
      const parsedDraft = draft && parseDesignDraft(draft.value, designer.file.get().stored);
      if (!parsedDraft) return void toast.warn('那一份已经不在了');
      resumeDraft(designer, parsedDraft, readBaseVersion(draft.value), '打开另一个窗口未保存的');
      removeDraft(readOwner(), draftName);
    };
    const offerDraft = async (): Promise<void> => {
      const closedTabs = await listFreeTabNumbers(name);
      const abandonedName = closedTabs
        .map((tab) => buildTabDraftName(name, tab))
        .find((tabName) => hasDraft(readOwner(), tabName));
      if (isOver || abandonedName === undefined) return;
      offered = toast.warn('另一个窗口关闭的时候，这个模板还有未保存的', {
        durationMs: 0,
        action: {
          label: '打开那一份',
          run: () =>
            void openAbandonedDraft(abandonedName).catch(() => toast.error(NETWORK_FAILED)),
        },
      });
    };
    void offerDraft();
    return () => {
      isOver = true;
      if (offered !== null) dismissToast(offered);
    };
  }, [designer, name, isReady, session]);
};
