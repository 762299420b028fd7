import {
  type Context,
  copyTemplate,
  deleteTemplate,
  printTemplate,
  renameTemplate,
  saveTemplate,
  serialReport,
  sharedTemplate,
  shareTemplate,
  templateGet,
  templateLibrary,
  templateList,
  templateVersion,
  templateVersions,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';
import { requireUsableSoftware } from '../require-software.ts';

/** Own templates belong to a member in a software. */
const requireActiveTemplateOwner = async (ctx: Context, caller: MemberCaller) => {
  const { id: softwareId } = await requireUsableSoftware(ctx, caller);
  return { ctx, memberId: caller.signedIn.member.id, softwareId };
};

export const templateHandlers: AreaHandlers<'template'> = {
  templateLibrary: ({ ctx, software, input }) =>
    templateLibrary({ ctx, softwareId: software.id, input }),
  templateGet: ({ ctx, software, input, caller }) => {
    const memberId = caller.signedIn?.member.id ?? null;
    return templateGet({ ctx, softwareId: software.id, memberId, id: Number(input.id) });
  },
  sharedTemplate: ({ ctx, software, input }) =>
    sharedTemplate({ ctx, softwareId: software.id, code: input.code }),
  templateList: async ({ ctx, caller }) =>
    templateList(await requireActiveTemplateOwner(ctx, caller)),
  printTemplate: async ({ ctx, input, caller }) =>
    printTemplate({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
      tz: input.tz,
    }),
  serialReport: async ({ ctx, input, caller }) =>
    serialReport({ ...(await requireActiveTemplateOwner(ctx, caller)), id: Number(input.id) }),
  saveTemplate: async ({ ctx, input, caller }) =>
    saveTemplate({ ...(await requireActiveTemplateOwner(ctx, caller)), input }),
  renameTemplate: async ({ ctx, input, caller }) => {
    const { name, category } = input;
    await renameTemplate({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
      name,
      category,
    });
    return {};
  },
  copyTemplate: async ({ ctx, input, caller }) =>
    copyTemplate({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
      name: input.name,
    }),
  templateVersions: async ({ ctx, input, caller }) =>
    templateVersions({ ...(await requireActiveTemplateOwner(ctx, caller)), id: Number(input.id) }),
  templateVersion: async ({ ctx, input, caller }) =>
    templateVersion({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
      version: input.version,
    }),
  shareTemplate: async ({ ctx, input, caller }) =>
    shareTemplate({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
      isShared: input.isShared,
    }),
  deleteTemplate: async ({ ctx, input, caller }) => {
    await deleteTemplate({
      ...(await requireActiveTemplateOwner(ctx, caller)),
      id: Number(input.id),
    });
    return {};
  },
};
