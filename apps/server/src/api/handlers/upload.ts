import { changeInfo, type ImageUsage, saveImage } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

type Request = Parameters<Handlers['userImage']>[0];

const save = async (
  { ctx, caller }: Pick<Request, 'ctx' | 'caller'>,
  file: File,
  usage: ImageUsage,
) =>
  saveImage({
    ctx,
    memberId: caller.signedIn.member.id,
    usage,
    bytes: new Uint8Array(await file.arrayBuffer()),
  });

export const uploadHandlers: Pick<Handlers, 'userImage' | 'userImageCover' | 'changeInfo'> = {
  userImage: (request) => save(request, request.input.file, request.input.usage),
  userImageCover: (request) => save(request, request.input.file, 'cover'),
  changeInfo: ({ ctx, input, caller }) =>
    changeInfo({ ctx, memberId: caller.signedIn.member.id, input }),
};
