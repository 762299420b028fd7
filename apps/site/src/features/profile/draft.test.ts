import { describe, expect, it } from 'vitest';
import { changedFields, type Draft, toInput } from './draft.ts';

const base: Draft = {
  nickname: '周敏',
  intro: '做标签',
  company: '',
  avatar: '/uploads/a.webp',
  cover: '',
};

describe('a profile form', () => {
  it('sends only what was changed', () => {
    expect(toInput(base, base)).toEqual({});
    expect(toInput(base, { ...base, company: ' 小店 ' })).toEqual({ company: '小店' });
  });

  it('says that something is taken away, which an empty field of a form cannot', () => {
    const draft = { ...base, intro: '', avatar: '', nickname: ' ' };
    expect(changedFields(base, draft)).toEqual(['nickname', 'intro', 'avatar']);
    expect(toInput(base, draft)).toEqual({ intro: '-', avatar: '-', nickname: ' ' });
  });
});
