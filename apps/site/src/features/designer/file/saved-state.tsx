import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { hasUnsavedChanges } from './source.ts';

const formatClock = (at: number): string =>
  new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });

/**
 * Shows whether and where the design is stored. `keptAt`: time at which the draft was stored in
 * this browser, epoch ms.
 */
export const SavedState = ({ keptAt }: { keptAt: number | null }) => {
  const designer = useDesigner();
  const file = useStore(designer.file);
  const template = useStore(designer.history, ({ now }) => now.template);
  if (file.isSaving) return ' · 正在保存';
  if (hasUnsavedChanges(file, template))
    return keptAt === null ? ' · 未保存' : ' · 草稿在这个浏览器里';
  if (file.savedAt !== null) return ` · ${formatClock(file.savedAt)} 已保存`;
  return file.source.own ? ' · 已保存' : file.source.id !== null ? ' · 公共模板' : '';
};
