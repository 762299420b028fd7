import { type ImageUsage, saveImage } from '@yunbiao/services';
import type { AreaHandlers, Handlers } from '../../handler.ts';

type UploadRequest = Parameters<Handlers['userImage']>[0];

const saveUpload = async (
  { ctx, caller }: Pick<UploadRequest, 'ctx' | 'caller'>,
  file: File,
  usage: ImageUsage,
) =>
  saveImage({
    ctx,
    memberId: caller.signedIn.member.id,
    usage,
    bytes: new Uint8Array(await file.arrayBuffer()),
  });

export const uploadHandlers: AreaHandlers<'upload'> = {
  userImage: (request) => saveUpload(request, request.input.file, request.input.usage),
  userImageCover: (request) => saveUpload(request, request.input.file, 'cover'),
};
