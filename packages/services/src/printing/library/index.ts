export { copyTemplate, deleteTemplate, renameTemplate } from './change.ts';
export { templateList } from './list.ts';
export { printTemplate, sharedTemplate, templateGet } from './get-template.ts';
export { findTemplatePicture, type TemplatePicture } from './picture.ts';
export { templateLibrary } from './public.ts';
export { saveTemplate } from './save.ts';
export { serialReport } from './serial-report.ts';
export { shareTemplate } from './share.ts';
export { templateVersion, templateVersions } from './versions.ts';
