import { TEMPLATE_CATEGORY_LENGTH, TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import type { CallInput, PageCall } from '@yunbiao/contract';
import { showConfirmDialog, showPromptDialog } from '@yunbiao/ui/overlay/questions.ts';
import { copyText } from '@yunbiao/ui/copy-button.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useState } from 'react';
import { OwnTemplatePicture } from '../../kit/label/own-picture.tsx';
import { useShareLinkBuilder } from '../../kit/label/share-link.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { formatLabelSize } from '../../kit/printing/print-media.ts';
import { useApi } from '../../kit/site/site.tsx';
import css from './library.module.css';
import { OpenLink, PrintLink } from './open-link.tsx';

import type { CallOutput } from '@yunbiao/contract';

type Props = { alias: string; template: OwnTemplate; onChanged: () => Promise<void> };

const buildCopyName = (name: string): string => {
  const end = ' 副本';
  return (
    Array.from(name)
      .slice(0, TEMPLATE_NAME_LENGTH - end.length)
      .join('') + end
  );
};

const promptTemplateName = (name: string): Promise<string | null> =>
  showPromptDialog({
    title: '重命名',
    label: '模板名称',
    value: name,
    maxLength: TEMPLATE_NAME_LENGTH,
    confirmText: '保存名称',
  });

const promptTemplateCategory = (category: string): Promise<string | null> =>
  showPromptDialog({
    title: '修改分类',
    label: '分类',
    value: category,
    maxLength: TEMPLATE_CATEGORY_LENGTH,
    confirmText: '保存分类',
  });

const confirmTemplateDeletion = (name: string): Promise<boolean> =>
  showConfirmDialog({
    message: `删除“${name}”？`,
    detail: '它的旧版本和分享链接一起删除，不能恢复。已经提交的标签照常打印。',
    confirmText: '删除模板',
    danger: true,
  });

/** Actions of an own template. Each shows its result. */
const useTemplateActions = ({
  template: { id, name, category },
  onChanged,
}: Omit<Props, 'alias'>) => {
  const api = useApi();
  const linkTo = useShareLinkBuilder();
  const [isBusy, setBusy] = useState(false);
  const callAndRefresh = async <N extends PageCall>(call: N, input: CallInput<N>) => {
    setBusy(true);
    const reply = await api.call(call, input);
    if (reply.state === 'fail') showFailure(reply);
    else await onChanged();
    setBusy(false);
    return reply.state === 'ok' ? reply.data : null;
  };
  return {
    isBusy,
    rename: async (): Promise<void> => {
      const next = await promptTemplateName(name);
      if (next?.trim() && next.trim() !== name)
        await callAndRefresh('renameTemplate', { id, name: next.trim() });
    },
    classify: async (): Promise<void> => {
      const next = await promptTemplateCategory(category);
      if (next?.trim() && next.trim() !== category)
        await callAndRefresh('renameTemplate', { id, name, category: next.trim() });
    },
    duplicate: async (): Promise<void> => {
      if (await callAndRefresh('copyTemplate', { id, name: buildCopyName(name) }))
        toast.success('已复制一份');
    },
    share: async (): Promise<void> => {
      const shared = await callAndRefresh('shareTemplate', { id, isShared: true });
      if (!shared?.code) return;
      const link = linkTo(shared.code);
      if (await copyText(link)) toast.success('链接已复制，有链接的人能打开一份副本');
      else await showPromptDialog({ title: '分享链接', label: '选中后复制', value: link });
    },
    unshare: async (): Promise<void> => {
      if (await callAndRefresh('shareTemplate', { id, isShared: false }))
        toast.success('原来的链接打不开了');
    },
    remove: async (): Promise<void> => {
      const isConfirmed = await confirmTemplateDeletion(name);
      if (isConfirmed && (await callAndRefresh('deleteTemplate', { id }))) toast.success('已删除');
    },
  };
};

export const OwnCard = (props: Props) => {
  const { alias, template } = props;
  const { id, name, version, isShared, widthMm, heightMm } = template;
  const acts = useTemplateActions(props);
  const renderAction = (label: string, run: () => Promise<void>) => (
    <button
      type="button"
      className="bare"
      disabled={acts.isBusy}
      aria-label={`${label}“${name}”`}
      onClick={() => void run()}
    >
      {label}
    </button>
  );
  return (
    <li style={toCssVars({ w: widthMm })}>
      <OpenLink alias={alias} id={id} className={css.card ?? ''}>
        <OwnTemplatePicture
          id={id}
          version={version}
          name={name}
          widthMm={widthMm}
          heightMm={heightMm}
        />
        <b>{name}</b>
        <small>
          {template.category && `${template.category} · `}
          {formatLabelSize(template)} · <Time at={template.updatedAt} />
          {isShared && ' · 已分享'}
        </small>
      </OpenLink>
      <div className={css.acts}>
        <PrintLink alias={alias} id={id} className="link">
          打印
        </PrintLink>
        {renderAction('重命名', acts.rename)}
        {renderAction('分类', acts.classify)}
        {renderAction('复制', acts.duplicate)}
        {renderAction(isShared ? '复制链接' : '分享', acts.share)}
        {isShared && renderAction('停止分享', acts.unshare)}
        {renderAction('删除', acts.remove)}
      </div>
    </li>
  );
};

export type OwnTemplate = CallOutput<'templateList'>['list'][number];
