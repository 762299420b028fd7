import { TEMPLATE_CATEGORY_LENGTH, TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import type { CallInput, PageCall } from '@yunbiao/contract';
import { confirm, prompt } from '@yunbiao/ui/ask.ts';
import { copyText } from '@yunbiao/ui/copy-button.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import { useState } from 'react';
import { OwnPicture } from '../../kit/label/own-picture.tsx';
import { useShareLink } from '../../kit/label/share-link.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { sizeText } from '../../kit/printing/print-media.ts';
import { useApi } from '../../kit/site/site.tsx';
import css from './library.module.css';
import { OpenLink, PrintLink } from './open-link.tsx';

import type { OwnTemplate } from './own-templates.tsx';

type Props = { alias: string; template: OwnTemplate; onChanged: () => Promise<void> };

const copyName = (name: string): string => {
  const end = ' 副本';
  return (
    Array.from(name)
      .slice(0, TEMPLATE_NAME_LENGTH - end.length)
      .join('') + end
  );
};

/** What can be done with an own template; each says what came of it. */
const useActs = ({ template: { id, name, category }, onChanged }: Omit<Props, 'alias'>) => {
  const api = useApi();
  const linkTo = useShareLink();
  const [isBusy, setBusy] = useState(false);
  const send = async <N extends PageCall>(call: N, input: CallInput<N>) => {
    setBusy(true);
    const reply = await api.call(call, input);
    if (reply.state === 'fail') sayFailure(reply);
    else await onChanged();
    setBusy(false);
    return reply.state === 'ok' ? reply.data : null;
  };
  return {
    isBusy,
    rename: async (): Promise<void> => {
      const next = await prompt({
        title: '改名',
        label: '模板名称',
        value: name,
        maxLength: TEMPLATE_NAME_LENGTH,
        confirmText: '保存名称',
      });
      if (next?.trim() && next.trim() !== name)
        await send('renameTemplate', { id, name: next.trim() });
    },
    classify: async (): Promise<void> => {
      const next = await prompt({
        title: '换分类',
        label: '分类',
        value: category,
        maxLength: TEMPLATE_CATEGORY_LENGTH,
        confirmText: '保存分类',
      });
      if (next?.trim() && next.trim() !== category)
        await send('renameTemplate', { id, name, category: next.trim() });
    },
    duplicate: async (): Promise<void> => {
      if (await send('copyTemplate', { id, name: copyName(name) })) toast.success('已复制一份');
    },
    share: async (): Promise<void> => {
      const shared = await send('shareTemplate', { id, isShared: true });
      if (!shared?.code) return;
      const link = linkTo(shared.code);
      if (await copyText(link)) toast.success('链接已复制，有链接的人能打开一份副本');
      else await prompt({ title: '分享链接', label: '选中后复制', value: link });
    },
    unshare: async (): Promise<void> => {
      if (await send('shareTemplate', { id, isShared: false })) toast.success('原来的链接打不开了');
    },
    remove: async (): Promise<void> => {
      const yes = await confirm({
        message: `删除“${name}”？`,
        detail: '它的旧版本和分享链接一起删除，不能恢复。已经提交的标签照印。',
        confirmText: '删除模板',
        danger: true,
      });
      if (yes && (await send('deleteTemplate', { id }))) toast.success('已删除');
    },
  };
};

export const OwnCard = (props: Props) => {
  const { alias, template } = props;
  const { id, name, version, isShared, widthMm, heightMm } = template;
  const acts = useActs(props);
  const act = (label: string, run: () => Promise<void>) => (
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
    <li style={vars({ w: widthMm })}>
      <OpenLink alias={alias} id={id} className={css.card ?? ''}>
        <OwnPicture id={id} version={version} name={name} widthMm={widthMm} heightMm={heightMm} />
        <b>{name}</b>
        <small>
          {template.category && `${template.category} · `}
          {sizeText(template)} · <Time at={template.updatedAt} />
          {isShared && ' · 已分享'}
        </small>
      </OpenLink>
      <div className={css.acts}>
        <PrintLink alias={alias} id={id} className="link">
          打印
        </PrintLink>
        {act('改名', acts.rename)}
        {act('分类', acts.classify)}
        {act('复制', acts.duplicate)}
        {act(isShared ? '复制链接' : '分享', acts.share)}
        {isShared && act('停止分享', acts.unshare)}
        {act('删除', acts.remove)}
      </div>
    </li>
  );
};
