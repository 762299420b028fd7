import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import type { Client } from './client-name.ts';

/** Describes an available update and its action; null when there is none. */
export const describeUpdate = ({
  update,
  online,
}: Pick<Client, 'update' | 'online'>): { text: string; act: string } | null => {
  if (!update) return null;
  const { version, state, note } = update;
  const noteSuffix = note ? `：${note}` : '';
  switch (state) {
    case null:
      return { text: `客户端有新版本 ${version}`, act: '更新' };
    case 'asked':
      return {
        text: online ? `正在通知它更新到 ${version}` : `它上线以后更新到 ${version}`,
        act: '',
      };
    case 'loading':
      return { text: `正在下载 ${version}`, act: '' };
    case 'waiting':
      return { text: `${version} 下载好了，等正在处理的标签打印完就更新${noteSuffix}`, act: '' };
    case 'failed':
      return { text: `没有更新到 ${version}${noteSuffix}`, act: '重试' };
  }
};

/** Describes labels that wait for a newer client version. */
export const describeUpdateBacklog = (labels: number): string =>
  `${UPDATE_CLIENT_LABEL}：有 ${labels.toLocaleString('zh-CN')} 张标签它的版本打印不了，在排队，更新后自动继续打印`;
