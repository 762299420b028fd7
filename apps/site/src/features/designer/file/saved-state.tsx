import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { isChanged } from './source.ts';

const clock = (at: number): string =>
  new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });

/** Whether what is designed is stored, and where. `keptAt`: when the draft was put into this browser, epoch ms. */
export const SavedState = ({ keptAt }: { keptAt: number | null }) => {
  const designer = useDesigner();
  const file = useStore(designer.file);
  const template = useStore(designer.history, ({ now }) => now.template);
  if (file.isSaving) return ' · 正在保存';
  if (isChanged(file, template)) return keptAt === null ? ' · 没保存' : ' · 草稿在这个浏览器里';
  if (file.savedAt !== null) return ` · ${clock(file.savedAt)} 已保存`;
  return file.source.own ? ' · 已保存' : file.source.id !== null ? ' · 公共模板' : '';
};
