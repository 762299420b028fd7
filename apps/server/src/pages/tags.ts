/**
 * Which content a call of the API shows. A page carries the tags of the calls its render made; a write names the tags
 * it touched. Every page also carries `content`, for changes that say nothing narrower.
 */
export const ALL = 'content';

const softwareTags = (alias: string): string[] =>
  alias ? ['software', `software:${alias}`] : ['software'];

export const tagsOfCall = (url: string, init: RequestInit): string[] => {
  const { pathname, searchParams } = new URL(url, 'http://in.process');
  const domain = decodeURIComponent(new Headers(init.headers).get('x-domain') ?? '');
  const alias = searchParams.get('alias') ?? searchParams.get('domain') ?? domain;
  switch (pathname) {
    case '/np/api/download/list':
    case '/np/api/download/detail':
      return [ALL, ...softwareTags(alias), 'download', ...(alias ? [`download:${alias}`] : [])];
    case '/np/api/index':
      return [ALL, ...softwareTags(alias), 'download', 'template', 'article'];
    case '/np/api/article/detail':
      return [ALL, 'article', `article:${searchParams.get('id') ?? ''}`];
    case '/np/api/uc/dictList':
      return [ALL, 'dictionary'];
    default:
      return [ALL, ...softwareTags(alias)];
  }
};
