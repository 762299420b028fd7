export { indexArticle, indexDownload, indexPost, removeFromIndex } from './index-content.ts';
export { indexEverything, isIndexMissing, rebuildIndex, type Rebuilt } from './rebuild.ts';
export { search } from './search.ts';
