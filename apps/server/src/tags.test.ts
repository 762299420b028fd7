import { type Call, calls, type CallName, type ContentTag, type TagKind } from '@yunbiao/contract';
// What the verbs and the sample content raise is known once they are loaded.
import '@yunbiao/sample';
import '@yunbiao/services';
import { raisedKinds } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { SHOWN, tagsOfCall } from './tags.ts';

const all = Object.entries(calls) as [CallName, Call][];

const getKind = (tag: ContentTag): TagKind =>
  (/^(?:forum:|post:)/.exec(tag)?.[0] ?? tag) as TagKind;

const shownKinds = (): Set<TagKind> => {
  const inSoftware = all.flatMap(([name]) => tagsOfCall(name, {}, 'shop'));
  const outside = all.flatMap(([name]) => tagsOfCall(name, {}, ''));
  return new Set([...inSoftware, ...outside, ...Object.values(SHOWN).flat()].map(getKind));
};

it('all content that a verb raises is shown by something, and all that is shown is raised', () => {
  expect([...raisedKinds()].toSorted()).toEqual([...shownKinds()].toSorted());
});

/** Asked for with GET by the specification, and done by a visitor's own click: no page is made with them. */
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
  expect(tagsOfCall('askPostList', { domain: 'QA.Example.com' }, 'shop')).toContain(
    'forum:qa.example.com',
  );
  expect(tagsOfCall('siteIndex', {}, '')).toContain('forum-posts');
  expect(tagsOfCall('askPostReplyList', { postId: '7' }, 'shop')).toContain('post:7');
  expect(tagsOfCall('noticeCount', {}, 'shop')).toEqual(['content', 'software']);
});
