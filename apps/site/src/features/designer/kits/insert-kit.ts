import { explainKitRefusal, insertKit, type Kit } from '@yunbiao/designer/kits/kit';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import type { Designer } from '../designer.ts';

/** Inserts a kit as one undo step and closes its dialog; says why when there is no room. */
export const insertKitFromDialog = (designer: Designer, kit: Kit): void => {
  const refusal = explainKitRefusal(designer.getDoc().template, kit);
  if (refusal) return void toast.error(refusal);
  designer.execute('添加套件', insertKit(kit));
  designer.kit.set(null);
};
