import { forumTag, postTag } from '@yunbiao/services';

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
  const name = searchParams.get('alias') || searchParams.get('domain') || domain;
  // Softwares are found whatever the case of a name.
  const alias = name.trim().toLowerCase();
  switch (pathname) {
    case '/np/api/download/list':
    case '/np/api/download/detail':
      return [ALL, ...softwareTags(alias), 'download', ...(alias ? [`download:${alias}`] : [])];
    case '/np/api/index':
      return [
        ...[ALL, ...softwareTags(alias), 'download', 'template', 'article', 'forum', 'product'],
        alias ? forumTag(alias) : 'forum-posts',
      ];
    case '/np/api/ask/index':
    case '/np/api/ask/groupList':
    case '/np/api/ask/postList':
      return [ALL, ...softwareTags(alias), 'forum', forumTag(alias)];
    case '/np/api/ask/postDetails':
      // It names others like it: none of them may stay when it is taken away.
      return [
        ...[ALL, ...softwareTags(alias), 'forum', 'forum-removed'],
        postTag(searchParams.get('id') ?? ''),
      ];
    case '/np/api/ask/similar':
      return [...[ALL, ...softwareTags(alias)], ...['forum', 'forum-removed', forumTag(alias)]];
    case '/np/api/ask/postReplyList':
      return [ALL, ...softwareTags(alias), 'forum', postTag(searchParams.get('postId') ?? '')];
    case '/np/api/product/list':
      return [ALL, ...softwareTags(alias), 'product'];
    case '/np/api/article/list':
      return [ALL, ...softwareTags(alias), 'article'];
    case '/np/api/article/detail':
      // `article` too: it names its neighbours.
      return [
        ...[ALL, ...softwareTags(alias)],
        ...['article', `article:${searchParams.get('id') ?? ''}`],
      ];
    case '/np/api/search':
      // `forum` too: a member may have become staff, and it finds what staff have answered.
      return [ALL, ...softwareTags(alias), 'forum', forumTag(alias), 'article', 'download'];
    case '/np/api/uc/dictList':
      return [ALL, 'dictionary'];
    default:
      return [ALL, ...softwareTags(alias)];
  }
};
