/** Result of one check. */
export type Finding = {
  /** `note`: information, not a fault. */
  state: 'good' | 'note' | 'bad';
  /** One sentence. */
  text: string;
  /** Next step for the user; '' when there is none. */
  hint: string;
};

export const createGoodFinding = (words: string): Finding => ({
  state: 'good',
  text: words,
  hint: '',
});
export const createNoteFinding = (words: string, hint = ''): Finding => ({
  state: 'note',
  text: words,
  hint,
});
export const createBadFinding = (words: string, hint: string): Finding => ({
  state: 'bad',
  text: words,
  hint,
});
