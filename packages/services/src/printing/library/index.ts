export { copyTemplate, deleteTemplate, renameTemplate } from './change.ts';
export { listUsableTemplates } from './list.ts';
export { getTemplateForPrinting, getSharedTemplate, getTemplate } from './get-template.ts';
export { findTemplatePicture, type TemplatePicture } from './picture.ts';
export { searchTemplateLibrary } from './public.ts';
export { saveTemplate } from './save.ts';
export { getSerialReport } from './serial-report.ts';
export { setTemplateShared } from './share.ts';
export { getTemplateVersion, listTemplateVersions } from './versions.ts';
