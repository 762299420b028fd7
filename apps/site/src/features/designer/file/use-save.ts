import { useNavigate } from '@tanstack/react-router';
import type { Template } from '@yunbiao/label';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { useCallback, useRef } from 'react';
import { useSoftwareAlias, useApi } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { notifyOtherWindows, useOtherWindowSaves } from './other-windows.ts';
import { postDesign, recordSave, type SavedDesign, type SaveOptions } from './post-design.ts';
import { retainDesigner } from './retained-designer.ts';
import { hasUnsavedChanges } from './source.ts';
import { useSaveAfterSignIn } from './use-save-after-sign-in.ts';
import { useSaveQueue } from './use-save-queue.ts';

const formatTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

const confirmReplace = ({ version, savedAt }: { version: number; savedAt: string }) =>
  showConfirmDialog({
    message: `这个模板在别处改过了，${formatTime(savedAt)} 保存了第 ${version} 版。`,
    detail: '用这里的覆盖后，那一版留在“版本”里，随时能恢复。',
    confirmText: '用这里的覆盖',
    cancelText: '取消',
  });

type OnSaved = (storedDesign: { name: string; template: Template }, moves: boolean) => void;

/** Records a save here and in other windows. A template with a new id gets its own URL. */
const useRecordDesignSave = (designer: Designer, onSaved: OnSaved) => {
  const alias = useSoftwareAlias();
  const navigate = useNavigate();
  const latest = useRef(onSaved);
  latest.current = onSaved;
  return useCallback(
    async (savedDesign: SavedDesign): Promise<void> => {
      const { id, version, former, stored } = savedDesign;
      recordSave(designer, savedDesign);
      latest.current(stored, id !== former.id);
      notifyOtherWindows({ id, version });
      if (id === former.id) return;
      retainDesigner(id, designer);
      await navigate({
        to: '/$soft/tools/design-{$id}.html',
        params: { soft: alias, id },
        replace: true,
      });
    },
    [alias, designer, navigate],
  );
};

/** Saves at once. Asks before a newer version is replaced. Returns null when nothing was saved. */
const useSaveImmediately = (designer: Designer, onSaved: OnSaved) => {
  const api = useApi();
  const adoptSave = useRecordDesignSave(designer, onSaved);
  return useCallback(
    async (how: SaveOptions): Promise<string | null> => {
      let outcome = await postDesign(api, designer, how);
      while ('stored' in outcome) {
        if (!(await confirmReplace(outcome.stored))) return null;
        outcome = await postDesign(api, designer, { over: outcome.stored.version });
      }
      if ('refused' in outcome) return null;
      await adoptSave(outcome.saved);
      return outcome.saved.id;
    },
    [api, designer, adoptSave],
  );
};

/**
 * Saves the design: the member's own template under its id, any other as a new template with its
 * own URL. Asks guests to sign in and saves afterwards.
 */
export const useSave = (designer: Designer, onSaved: OnSaved) => {
  useOtherWindowSaves(designer);
  const save = useSaveAfterSignIn(useSaveQueue(designer, useSaveImmediately(designer, onSaved)));

  /**
   * Returns the id of a stored template equal to the design, saving it if necessary. Returns null
   * when it could not be saved; the reason has been shown.
   */
  const ensureSaved = useCallback(async (): Promise<string | null> => {
    const file = designer.file.get();
    if (file.source.id !== null && !hasUnsavedChanges(file, designer.getDoc().template))
      return file.source.id;
    return save();
  }, [designer, save]);

  return { save, ensureSaved };
};
