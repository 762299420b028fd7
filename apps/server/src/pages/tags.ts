import type { CallName } from '@yunbiao/contract';
import { forumTag, postTag } from '@yunbiao/services';

/**
 * Which content a call of the API shows. A page carries the tags of the calls its render made; a write names the tags
 * it touched. Every page also carries `content`, for changes that say nothing narrower.
 */
export const ALL = 'content';

const softwareTags = (alias: string): string[] =>
  alias ? ['software', `software:${alias}`] : ['software'];

/** `input` and `domain` as the page's client was given them. */
export const tagsOfCall = (name: CallName, input: object, domain: string): string[] => {
  const given = input as Record<string, unknown>;
  const text = (key: string): string => String(given[key] ?? '');
  // Softwares are found whatever the case of a name.
  const alias = (text('alias') || text('domain') || domain).trim().toLowerCase();
  switch (name) {
    case 'downloadList':
    case 'downloadDetail':
      return [ALL, ...softwareTags(alias), 'download', ...(alias ? [`download:${alias}`] : [])];
    case 'siteIndex':
      return [
        ...[ALL, ...softwareTags(alias), 'download', 'template', 'article', 'forum', 'product'],
        alias ? forumTag(alias) : 'forum-posts',
      ];
    case 'askIndex':
    case 'askGroupList':
    case 'askPostList':
      return [ALL, ...softwareTags(alias), 'forum', forumTag(alias)];
    case 'askPostDetails':
      // It names others like it: none of them may stay when it is taken away.
      return [...[ALL, ...softwareTags(alias), 'forum', 'forum-removed'], postTag(text('id'))];
    case 'askSimilar':
      return [...[ALL, ...softwareTags(alias)], ...['forum', 'forum-removed', forumTag(alias)]];
    case 'askPostReplyList':
      return [ALL, ...softwareTags(alias), 'forum', postTag(text('postId'))];
    case 'productList':
      return [ALL, ...softwareTags(alias), 'product'];
    case 'articleList':
      return [ALL, ...softwareTags(alias), 'article'];
    case 'articleDetail':
      // `article` too: it names its neighbours.
      return [...[ALL, ...softwareTags(alias)], ...['article', `article:${text('id')}`]];
    case 'search':
      // `forum` too: a member may have become staff, and it finds what staff have answered.
      return [ALL, ...softwareTags(alias), 'forum', forumTag(alias), 'article', 'download'];
    case 'dictList':
      return [ALL, 'dictionary'];
    default:
      return [ALL, ...softwareTags(alias)];
  }
};
