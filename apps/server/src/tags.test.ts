import { type Call, calls, type CallName, type ContentTag, type TagKind } from '@yunbiao/contract';
// The tags are known after the verbs and the sample content are loaded.
import '@yunbiao/sample';
import '@yunbiao/services';
import { listInvalidatedTagKinds } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { CONTENT_TAGS, listCallTags } from './tags.ts';

const all = Object.entries(calls) as [CallName, Call][];

const getKind = (tag: ContentTag): TagKind =>
  (/^(?:forum:|post:)/.exec(tag)?.[0] ?? tag) as TagKind;

const shownKinds = (): Set<TagKind> => {
  const inSoftware = all.flatMap(([name]) => listCallTags(name, {}, 'shop'));
  const outside = all.flatMap(([name]) => listCallTags(name, {}, ''));
  return new Set([...inSoftware, ...outside, ...Object.values(CONTENT_TAGS).flat()].map(getKind));
};

it('all content that a verb raises is shown by something, and all that is shown is raised', () => {
  expect([...listInvalidatedTagKinds()].toSorted()).toEqual([...shownKinds()].toSorted());
});

/**
 * GET by the specification, but only called on a visitor's click: no page is rendered with them.
 */
const ACTS = ['wxLogin', 'mpLoginQrcode'];

it('every call a kept page may be made with says what it shows', () => {
  const reads = all.filter(
    ([name, call]) =>
      call.audience === 'public' && call.method === 'GET' && !call.reply && !ACTS.includes(name),
  );
  expect(reads.length).toBeGreaterThan(10);
  expect(reads.filter(([, call]) => !call.shows?.length).map(([name]) => name)).toEqual([]);
});

it('what a call shows follows from the software and the input it was asked with', () => {
  expect(listCallTags('askPostList', { domain: 'QA.Example.com' }, 'shop')).toContain(
    'forum:qa.example.com',
  );
  expect(listCallTags('siteIndex', {}, '')).toContain('forum-posts');
  expect(listCallTags('askPostReplyList', { postId: '7' }, 'shop')).toContain('post:7');
  expect(listCallTags('noticeCount', {}, 'shop')).toEqual(['content', 'software']);
});
