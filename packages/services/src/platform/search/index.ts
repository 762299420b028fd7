export { indexArticle, indexDownload, indexPost, removeFromIndex } from './index-content.ts';
export { indexAllContent, isIndexMissing, rebuildIndex, type RebuildResult } from './rebuild.ts';
