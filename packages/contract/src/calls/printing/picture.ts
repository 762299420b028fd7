import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  CLEARED,
  defineBoolField,
  defineClearableTextField,
  defineIdField,
  defineInstantField,
  defineTextField,
  emptyOutput,
  pageFields,
} from '../../core/fields.ts';
import { QUERY_LENGTH } from '../../limits/input.ts';
import {
  MAX_PICTURE_NAMES,
  MAX_PICTURES_PER_CALL,
  PICTURE_FOLDER_LENGTH,
  PICTURE_NAME_LENGTH,
  PICTURE_VALUE_LENGTH,
} from '../../limits/picture.ts';

const member = { audience: 'member' } as const;

/** What a picture looks like, which decides how a new element turns it into black and white. */
export const PICTURE_TONES = ['line', 'photo'] as const;
export type PictureTone = (typeof PICTURE_TONES)[number];

/** The file of an upload: a `File` in a browser; the server checks its size while reading it. */
const file = z
  .custom<File>((value) => typeof File !== 'undefined' && value instanceof File, {
    error: '请选择图片',
  })
  .meta({ title: '图片', type: 'string', format: 'binary' });

const defineFolderField = () => defineTextField('文件夹', PICTURE_FOLDER_LENGTH);
const defineIdsField = () =>
  z.array(defineIdField('图片')).min(1).max(MAX_PICTURES_PER_CALL).meta({ title: '图片' });

const picture = z.object({
  id: z.string(),
  /** Folder path, `logos/old`; '' for pictures outside folders. */
  folder: z.string(),
  /** With its extension, as uploaded. */
  name: z.string(),
  tone: z.enum(PICTURE_TONES),
  /** Address of the stored picture, for its owner only, and of a small one for lists. */
  url: z.string(),
  thumb: z.string(),
  /** Pixels of the stored picture. */
  width: z.number(),
  height: z.number(),
  /** Size of the stored picture. */
  bytes: z.number(),
  createdAt: defineInstantField(),
});
export type LibraryPicture = z.output<typeof picture>;

/** A template that uses pictures. */
const use = z.object({ id: z.string(), name: z.string() });

export const pictureCalls = {
  pictureList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/pictureList',
    summary: '图片库：一个文件夹里的图片，或按名称搜索到的',
    input: z.object({
      folder: defineFolderField().default(''),
      q: defineTextField('搜索', QUERY_LENGTH).default(''),
      ...pageFields,
    }),
    output: z.object({
      list: z.array(picture),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      /** All folders with pictures, in order of their names. */
      folders: z.array(z.object({ name: z.string(), count: z.number() })),
      /** Pictures of the whole library, their bytes, and the bytes that fit. */
      count: z.number(),
      usedBytes: z.number(),
      maxBytes: z.number(),
    }),
  }),
  uploadPicture: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/uploadPicture',
    summary: '上传一张图片到图片库',
    body: 'multipart',
    input: z.object({
      file,
      folder: defineClearableTextField('文件夹', PICTURE_FOLDER_LENGTH)
        .default('')
        .meta({ title: '文件夹', description: `写 ${CLEARED} 或不写，就不在文件夹里` }),
      replace: defineBoolField('替换同名的图片').default(false),
    }),
    output: picture,
    limit: { max: 1_200, windowS: 3600, by: 'member' },
  }),
  renamePicture: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/renamePicture',
    summary: '重命名图片库里的图片',
    input: z.object({
      id: defineIdField('图片'),
      name: defineTextField('图片名称', PICTURE_NAME_LENGTH, 1),
    }),
    output: picture,
  }),
  movePictures: defineCall({
    ...member,
    method: 'PUT',
    path: '/np/api/uc/movePictures',
    summary: '移动图片到别的文件夹',
    input: z.object({ ids: defineIdsField(), folder: defineFolderField() }),
    output: emptyOutput,
  }),
  deletePictures: defineCall({
    ...member,
    method: 'PUT',
    path: '/np/api/uc/deletePictures',
    summary: '从图片库删除图片；已提交的标签照样打印',
    input: z.object({ ids: defineIdsField() }),
    output: emptyOutput,
  }),
  pictureUses: defineCall({
    ...member,
    method: 'PUT',
    path: '/np/api/uc/pictureUses',
    summary: '哪些模板用到了这些图片',
    input: z.object({ ids: defineIdsField() }),
    output: z.object({ total: z.number(), templates: z.array(use) }),
  }),
  findPictures: defineCall({
    ...member,
    method: 'PUT',
    path: '/np/api/uc/findPictures',
    summary: '按名称查图片库：数据表里写的图片都有没有',
    input: z.object({
      names: z
        .array(defineTextField('图片名称', PICTURE_VALUE_LENGTH))
        .max(MAX_PICTURE_NAMES)
        .default([])
        .meta({ title: '图片名称' }),
      ids: z
        .array(defineIdField('图片'))
        .max(MAX_PICTURE_NAMES)
        .default([])
        .meta({ title: '图片' }),
    }),
    output: z.object({
      /** In the order of `names`, then of `ids`. `fault`: why there is none, in words. */
      found: z.array(
        z.union([
          z.object({ picture: picture.pick({ id: true, url: true, thumb: true, tone: true }) }),
          z.object({ fault: z.string() }),
        ]),
      ),
    }),
  }),
};
