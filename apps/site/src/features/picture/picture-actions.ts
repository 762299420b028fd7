import type { Client } from '@yunbiao/contract/api/client';
import type { CallInput, PageCall } from '@yunbiao/contract';
import { PICTURE_FOLDER_LENGTH, PICTURE_NAME_LENGTH } from '@yunbiao/contract/limits/picture';
import { showConfirmDialog, showPromptDialog } from '@yunbiao/ui/overlay/questions.ts';
import type { LibraryPicture } from '../../kit/picture/load-pictures.ts';
import { showFailure } from '../../kit/page/show-failure.ts';

const change = async <N extends PageCall>(
  api: Client,
  call: N,
  input: CallInput<N>,
): Promise<boolean> => {
  const reply = await api.call(call, input);
  if (reply.state === 'fail') showFailure(reply);
  return reply.state === 'ok';
};

/** Asks for a name. Resolves to whether anything changed. */
export const askAndRenamePicture = async (
  api: Client,
  { id, name }: LibraryPicture,
): Promise<boolean> => {
  const typed = await showPromptDialog({
    title: '重命名',
    label: '图片名称',
    value: name,
    maxLength: PICTURE_NAME_LENGTH,
    confirmText: '保存名称',
  });
  const next = typed?.trim() ?? '';
  return next !== '' && next !== name && change(api, 'renamePicture', { id, name: next });
};

export const promptFolder = (title: string, value: string): Promise<string | null> =>
  showPromptDialog({
    title,
    label: '文件夹',
    value,
    placeholder: '例如 商品图/夏季；空着就是不放进文件夹',
    maxLength: PICTURE_FOLDER_LENGTH,
    validate: () => true,
    confirmText: title,
  });

/** Asks for a folder, which need not exist. */
export const askAndMovePictures = async (
  api: Client,
  pictures: readonly LibraryPicture[],
): Promise<boolean> => {
  const folder = await promptFolder('移动到', pictures[0]?.folder ?? '');
  if (folder === null) return false;
  return change(api, 'movePictures', { ids: pictures.map(({ id }) => id), folder });
};

/** Names in a question about many templates. */
const MAX_NAMES = 5;

const describeUses = async (api: Client, ids: string[]): Promise<string> => {
  const reply = await api.call('pictureUses', { ids });
  const uses = reply.state === 'ok' ? reply.data : { total: 0, templates: [] };
  if (uses.total === 0) return '不能恢复。已经提交的标签照常打印。';
  const names = uses.templates.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const rest = uses.total > names.length ? ` 等 ${uses.total} 个模板` : '';
  return `模板${names.join('、')}${rest}用到了，删除后那里就没有图片了。不能恢复。已经提交的标签照常打印。`;
};

/** Asks first, and says which templates use the pictures. */
export const askAndDeletePictures = async (
  api: Client,
  pictures: readonly LibraryPicture[],
): Promise<boolean> => {
  const ids = pictures.map(({ id }) => id);
  const isConfirmed = await showConfirmDialog({
    message:
      pictures.length === 1
        ? `删除“${pictures[0]?.name ?? ''}”？`
        : `删除 ${pictures.length} 张图片？`,
    detail: await describeUses(api, ids),
    confirmText: '删除',
    danger: true,
  });
  return isConfirmed && change(api, 'deletePictures', { ids });
};
