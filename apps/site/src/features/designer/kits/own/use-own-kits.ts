import type { CallOutput } from '@yunbiao/contract';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { KIT_NAME_LENGTH } from '@yunbiao/contract/limits/kit';
import { readOwnKit } from '@yunbiao/designer/kits/own-kit';
import type { Template } from '@yunbiao/label';
import { showConfirmDialog, showPromptDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useEffect, useState } from 'react';
import { showFailure } from '../../../../kit/page/show-failure.ts';
import { useApi } from '../../../../kit/site/site.tsx';
import { useDesigner } from '../../designer.ts';
import { insertKitFromDialog } from '../insert-kit.ts';

export type OwnKit = CallOutput<'kitList'>['list'][number];

const promptName = async (title: string, value: string): Promise<string> => {
  const typed = await showPromptDialog({
    title,
    label: '套件名称',
    value,
    maxLength: KIT_NAME_LENGTH,
    confirmText: '保存名称',
  });
  return typed?.trim() ?? '';
};

/** The member's kits, read again on demand. */
const useKitList = () => {
  const api = useApi();
  const [kits, setKits] = useState<OwnKit[] | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    const reply = await api.call('kitList', {});
    setFailure(reply.state === 'fail' ? reply : null);
    if (reply.state === 'ok') setKits(reply.data.list);
  }, [api]);
  useEffect(() => void reload(), [reload]);
  return { kits, failure, reload };
};

/** The member's kits and what can be done with them. */
export const useOwnKits = () => {
  const api = useApi();
  const designer = useDesigner();
  const { kits, failure, reload } = useKitList();
  return {
    kits,
    failure,
    reload,
    insert: async ({ id }: OwnKit): Promise<void> => {
      const reply = await api.call('getKit', { id });
      if (reply.state === 'fail') return showFailure(reply);
      insertKitFromDialog(designer, readOwnKit(reply.data.content));
    },
    /** Resolves to whether it was saved. */
    save: async (name: string, content: Template): Promise<boolean> => {
      const reply = await api.call('saveKit', { name, content });
      if (reply.state === 'fail') {
        showFailure(reply);
        return false;
      }
      toast.success(`保存了“${name}”`);
      await reload();
      return true;
    },
    rename: async ({ id, name }: OwnKit): Promise<void> => {
      const next = await promptName('重命名', name);
      if (next === '' || next === name) return;
      const reply = await api.call('renameKit', { id, name: next });
      if (reply.state === 'fail') return showFailure(reply);
      await reload();
    },
    remove: async ({ id, name }: OwnKit): Promise<void> => {
      const isConfirmed = await showConfirmDialog({
        message: `删除“${name}”？`,
        detail: '不能恢复。已经添加到模板里的元素不变。',
        confirmText: '删除',
        danger: true,
      });
      if (!isConfirmed) return;
      const reply = await api.call('deleteKit', { id });
      if (reply.state === 'fail') return showFailure(reply);
      await reload();
    },
  };
};
