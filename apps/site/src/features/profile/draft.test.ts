import { describe, expect, it } from 'vitest';
import { type Draft, restoreDraft, toProfileInput } from './draft.ts';

const base: Draft = {
  nickname: '周敏',
  intro: '做标签',
  company: '',
  avatar: '/uploads/a.webp',
  cover: '',
};

describe('a profile form', () => {
  it('sends only what was changed', () => {
    expect(toProfileInput(base, base)).toEqual({});
    expect(toProfileInput(base, { ...base, company: ' 小店 ' })).toEqual({ company: '小店' });
  });

  it('says that something is taken away, which an empty field of a form cannot', () => {
    const draft = { ...base, intro: '', avatar: '', nickname: ' ' };
    expect(toProfileInput(base, draft)).toEqual({ intro: '-', avatar: '-', nickname: ' ' });
  });

  it('comes back with the changed fields, for a day', () => {
    const value = { intro: '', cover: '/uploads/c.webp' };
    expect(restoreDraft({ value, at: 1000 }, base, 86_401_000)).toEqual({ ...base, ...value });
    expect(restoreDraft({ value, at: 1000 }, base, 86_401_001)).toBeNull();
  });
});
