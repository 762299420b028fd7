/** What was looked at, and what is the matter with it. */
export type Finding = {
  /** `note`: not wrong, and worth knowing. */
  state: 'good' | 'note' | 'bad';
  /** One sentence. */
  words: string;
  /** What to do; '' when there is nothing to do. */
  hint: string;
};

export const good = (words: string): Finding => ({ state: 'good', words, hint: '' });
export const note = (words: string, hint = ''): Finding => ({ state: 'note', words, hint });
export const bad = (words: string, hint: string): Finding => ({ state: 'bad', words, hint });
