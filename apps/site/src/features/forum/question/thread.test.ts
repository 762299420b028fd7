import { describe, expect, it } from 'vitest';
import type { Reply } from '../types.ts';
import { type Thread, appendReplies, addReply } from './thread.ts';

const reply = (id: string): Reply => ({
  id,
  postId: '1',
  html: `<p>${id}</p>`,
  state: 'visible',
  accepted: false,
  likeCount: 0,
  createdAt: '2026-11-21T00:00:00Z',
  editedAt: null,
  byAsker: false,
  parent: null,
  author: { id: '7', nickname: '周敏', avatar: null, official: '' },
});

const createThread = (...ids: string[]): Thread => ({
  post: { replyCount: 21 } as Thread['post'],
  replies: ids.map(reply),
  before: 0,
  nextId: ids.at(-1) ?? null,
});

const listIds = ({ replies }: Thread): string[] => replies.map(({ id }) => id);

describe('the replies of a question', () => {
  it('stay in the order they were written when more come after an own one', () => {
    const written = addReply(createThread('8', '9'), reply('100'));
    expect(listIds(written)).toEqual(['8', '9', '100']);
    const more = appendReplies(written, [reply('10'), reply('11')], '11');
    expect(listIds(more)).toEqual(['8', '9', '10', '11', '100']);
    expect(more.nextId).toBe('11');
    expect(more.post.replyCount).toBe(22);
  });

  it('are shown once', () => {
    const written = addReply(createThread('8', '9'), reply('100'));
    expect(listIds(appendReplies(written, [reply('10'), reply('100')], null))).toEqual([
      '8',
      '9',
      '10',
      '100',
    ]);
  });
});
