import { useStore } from '@yunbiao/ui/store.ts';
import { useCallback } from 'react';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { useDesigner } from '../designer.ts';

const KitList = createOnDemandComponent(async () => (await import('./kit-list.tsx')).KitList);
const Gs1Dialog = createOnDemandComponent(
  async () => (await import('./gs1/gs1-dialog.tsx')).Gs1Dialog,
);

const GhsDialog = createOnDemandComponent(
  async () => (await import('./ghs/ghs-dialog.tsx')).GhsDialog,
);
const NutritionDialog = createOnDemandComponent(
  async () => (await import('./nutrition/nutrition-dialog.tsx')).NutritionDialog,
);

const OwnKitsDialog = createOnDemandComponent(
  async () => (await import('./own/own-kits-dialog.tsx')).OwnKitsDialog,
);

/** The open dialog of the kits. */
export const KitHost = () => {
  const designer = useDesigner();
  const dialog = useStore(designer.kit);
  const close = useCallback(() => designer.kit.set(null), [designer]);
  const props = { onClose: close, onGiveUp: close };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'list':
      return <KitList {...props} />;
    case 'gs1':
      return <Gs1Dialog {...props} {...dialog} />;
    case 'ghs':
      return <GhsDialog {...props} />;
    case 'nutrition':
      return <NutritionDialog {...props} />;
    case 'own':
      return <OwnKitsDialog {...props} />;
  }
};
