export { indexArticle, indexDownload, indexPost, removeFromIndex } from './index-content.ts';
export { indexEverything, isIndexMissing, rebuildIndex, type RebuildResult } from './rebuild.ts';
