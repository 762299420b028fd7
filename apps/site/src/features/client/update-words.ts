import { UPDATE_CLIENT_WORDS } from '@yunbiao/contract/print-words';
import type { Client } from './words.ts';

/** What is said of a newer program, and what may be done about it; null when there is none. */
export const updateWords = ({
  update,
  online,
}: Pick<Client, 'update' | 'online'>): { text: string; act: string } | null => {
  if (!update) return null;
  const { version, state, note } = update;
  const more = note ? `：${note}` : '';
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
      return { text: `${version} 下载好了，等手上的标签打完就换${more}`, act: '' };
    case 'failed':
      return { text: `没有更新到 ${version}${more}`, act: '再试一次' };
  }
};

/** Labels wait for a newer version of a client, which draws what they hold. */
export const undrawnWords = (labels: number): string =>
  `${UPDATE_CLIENT_WORDS}：有 ${labels.toLocaleString('zh-CN')} 张标签它的版本印不了，在排队，更新后自动接着印`;
