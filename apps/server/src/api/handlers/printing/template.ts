import {
  type Context,
  copyTemplate,
  deleteTemplate,
  getTemplateForPrinting,
  renameTemplate,
  saveTemplate,
  getSerialReport,
  getSharedTemplate,
  setTemplateShared,
  getTemplate,
  searchTemplateLibrary,
  listUsableTemplates,
  getTemplateVersion,
  listTemplateVersions,
  reserveSerials,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';
import { requireUsableSoftware } from '../require-software.ts';

/** Returns the member and the software whose own templates a call changes. */
const getTemplateOwnerInUsableSoftware = async (ctx: Context, caller: MemberCaller) => {
  const { id: softwareId } = await requireUsableSoftware(ctx, caller);
  return { ctx, memberId: caller.signedIn.member.id, softwareId };
};

export const templateHandlers: AreaHandlers<'template'> = {
  templateLibrary: ({ ctx, software, input }) =>
    searchTemplateLibrary({ ctx, softwareId: software.id, input }),
  templateGet: ({ ctx, software, input, caller }) => {
    const memberId = caller.signedIn?.member.id ?? null;
    return getTemplate({ ctx, softwareId: software.id, memberId, id: Number(input.id) });
  },
  sharedTemplate: ({ ctx, software, input }) =>
    getSharedTemplate({ ctx, softwareId: software.id, code: input.code }),
  templateList: async ({ ctx, caller }) =>
    listUsableTemplates(await getTemplateOwnerInUsableSoftware(ctx, caller)),
  printTemplate: async ({ ctx, input, caller }) =>
    getTemplateForPrinting({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
      tz: input.tz,
    }),
  serialReport: async ({ ctx, input, caller }) =>
    getSerialReport({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
    }),
  reserveSerials: async ({ ctx, input, caller }) =>
    reserveSerials({ ...(await getTemplateOwnerInUsableSoftware(ctx, caller)), input }),
  saveTemplate: async ({ ctx, input, caller }) =>
    saveTemplate({ ...(await getTemplateOwnerInUsableSoftware(ctx, caller)), input }),
  renameTemplate: async ({ ctx, input, caller }) => {
    const { name, category } = input;
    await renameTemplate({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
      name,
      category,
    });
    return {};
  },
  copyTemplate: async ({ ctx, input, caller }) =>
    copyTemplate({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
      name: input.name,
    }),
  templateVersions: async ({ ctx, input, caller }) =>
    listTemplateVersions({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
    }),
  templateVersion: async ({ ctx, input, caller }) =>
    getTemplateVersion({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
      version: input.version,
    }),
  shareTemplate: async ({ ctx, input, caller }) =>
    setTemplateShared({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
      isShared: input.isShared,
    }),
  deleteTemplate: async ({ ctx, input, caller }) => {
    await deleteTemplate({
      ...(await getTemplateOwnerInUsableSoftware(ctx, caller)),
      id: Number(input.id),
    });
    return {};
  },
};
