import { describe, expect, it } from 'vitest';
import { afterSaving, changedFields, type Draft, restored, toInput, unsavedOf } from './draft.ts';

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

  it('keeps what is typed while it is saved', () => {
    const sent = { ...base, nickname: ' 小店周敏 ' };
    const stored = { ...base, nickname: '小店周敏' };
    expect(afterSaving(sent, sent, stored)).toEqual(stored);
    const now = { ...sent, intro: '做标签，也修打印机' };
    expect(afterSaving(sent, now, stored)).toEqual({ ...stored, intro: '做标签，也修打印机' });
  });

  it('comes back with the changed fields, for a day', () => {
    const value = unsavedOf(base, { ...base, intro: '', cover: '/uploads/c.webp' });
    expect(value).toEqual({ intro: '', cover: '/uploads/c.webp' });
    expect(restored({ value, at: 1000 }, 86_401_000)).toEqual(value);
    expect(restored({ value, at: 1000 }, 86_401_001)).toEqual({});
    expect(restored({ value: { intro: 7, more: 'x' }, at: 1000 }, 2000)).toEqual({});
    expect(restored(null)).toEqual({});
    expect(unsavedOf(base, base)).toBeNull();
  });
});
