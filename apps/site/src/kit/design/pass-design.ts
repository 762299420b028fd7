import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { getDraftOwner } from '../form/drafts.ts';
import { storeDesignForDesigner } from '../label/incoming-design.ts';
import type { Session } from '../site/stores.ts';
import { hasNewDesignDraft } from './design-draft.ts';

/** `kept`: the member keeps the unsaved label. `failed`: storage is unavailable. */
export type PassResult = 'passed' | 'kept' | 'failed';

/**
 * Passes a template as JSON to the designer of a new label. Asks first when it would replace an
 * unsaved one there.
 */
export const passDesign = async (
  { name, json }: { name: string; json: string },
  { alias, session }: { alias: string; session: Session },
): Promise<PassResult> => {
  const isReplacing = await hasNewDesignDraft(getDraftOwner(session), alias);
  const isSure =
    !isReplacing ||
    (await showConfirmDialog({
      message: '设计器里有一张未保存的标签，替换成这一张？',
      detail: '未保存的那一张会丢失。',
      confirmText: '替换成这一张',
      cancelText: '保留原来的',
    }));
  if (!isSure) return 'kept';
  return storeDesignForDesigner(name, json) ? 'passed' : 'failed';
};
