import {
  deletePictures,
  findPictures,
  listPictures,
  listTemplatesUsingPictures,
  movePictures,
  renamePicture,
  uploadPicture,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const pictureHandlers: AreaHandlers<'picture'> = {
  pictureList: ({ ctx, caller, input }) =>
    listPictures({ ctx, memberId: caller.signedIn.member.id, input }),
  uploadPicture: async ({ ctx, caller, input: { file, ...place } }) =>
    uploadPicture({
      ctx,
      memberId: caller.signedIn.member.id,
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      ...place,
    }),
  renamePicture: ({ ctx, caller, input }) =>
    renamePicture({ ctx, memberId: caller.signedIn.member.id, ...input }),
  movePictures: async ({ ctx, caller, input }) => {
    await movePictures({ ctx, memberId: caller.signedIn.member.id, ...input });
    return {};
  },
  deletePictures: async ({ ctx, caller, input }) => {
    await deletePictures({ ctx, memberId: caller.signedIn.member.id, ...input });
    return {};
  },
  pictureUses: ({ ctx, caller, input }) =>
    listTemplatesUsingPictures({ ctx, memberId: caller.signedIn.member.id, ...input }),
  findPictures: ({ ctx, caller, input }) =>
    findPictures({ ctx, memberId: caller.signedIn.member.id, input }),
};
