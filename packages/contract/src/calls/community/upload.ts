import { z } from 'zod';
import { defineCall } from '../../core/define.ts';

/**
 * The field that carries the file. A `File` in a browser; the server checks its size while reading
 * it.
 */
const file = z
  .custom<File>((value) => typeof File !== 'undefined' && value instanceof File, {
    error: '请选择图片',
  })
  .meta({ title: '图片', type: 'string', format: 'binary' });

const image = z.object({ url: z.string(), width: z.number(), height: z.number() });

export const uploadCalls = {
  userImage: defineCall({
    method: 'POST',
    path: '/user/image',
    audience: 'member',
    summary: '上传头像，或提问里用的图片',
    body: 'multipart',
    input: z.object({
      file,
      usage: z.enum(['avatar', 'post'], { error: '用途只能是 avatar 或 post' }).default('post'),
    }),
    output: image,
    limit: { max: 120, windowS: 3600, by: 'member' },
  }),
  userImageCover: defineCall({
    method: 'POST',
    path: '/user/image/cover',
    audience: 'member',
    summary: '上传主页的封面',
    body: 'multipart',
    input: z.object({ file }),
    output: image,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
};
